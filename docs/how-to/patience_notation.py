"""A plug-in for PySolFC that writes games in patience game notation (*.patience).

Copy this file into the folder "plugins" of PySolFC's settings (~/.PySolFC/plugins, on Windows
%APPDATA%\\PySolFC\\plugins), and start PySolFC again. From then on, saving game.pso also writes
game.patience, and each game that ends with at least one move is written to the folder "patience" beside
"plugins".

Undone moves are left out. A game that the table below does not have is not written. The table follows from
the variants of Patience Referee: `python -m tools.pysolfc_plugin` writes it anew.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    Moved = tuple[int, int, int]  # cards (0: all of them), source and target

# NUMBER:VARIANT:STACKS:FLAGS:RULES. Flags: p for pairs that leave, s for a stock whose top card is played,
# c for cards that the player turns up, f for piles that the stock fills by itself.
GAMES = """
1:gypsy:SF8T8:: 2:klondike:SWF4T7:: 3:irmgard:SF8T9:: 4:8-x-8:SWF8T8:: 5:freecell:SF4T8R4::groups=any_length
6:seahaven-towers:R4F4T10S::groups=any_length 7:picture-gallery:F1R24T8S:f: 8:freecell:SF4T8R4::
9:seahaven-towers:R4F4T10S:: 10:spider:SF8T10::deal=any_time 11:spider:SF8T10:: 12:braid:T12R1SWF8::
13:forty-thieves:F8T10SW:: 14:grounds-for-a-divorce:SF8T10:: 15:big-harp:SWF8T10::
18:klondike:SWF4T7::draw=three 19:yukon:SF4T7:: 20:russian-solitaire:SF4T7:: 21:double-klondike:SWF8T9::
23:forty-and-eight:F8T8SW:: 24:spiderette:SF4T7:: 25:gargantua:SWF8T9:: 26:bakers-game:SF4T8R4::spaces=kings
27:odessa:SF4T7:: 28:double-klondike:SWF8T9::draw=three 29:scorpion:SF4T7:: 30:windmill:SWT8F5:f:
31:bakers-dozen:SF4T13X:: 33:westcliff:SWF4T10:: 34:beleaguered-castle:F4T8S:: 35:union-square:SWT16F4::
36:golf:T7SW:: 38:pyramid:T28SWF1:ps: 39:small-harp:SWF4T7:: 40:elevator:T28SW:: 41:pile-on:T15S::
42:bristol:F4T8SR3:: 43:chameleon:SWF4R1T3:: 44:pyramid-thirteen:T28SWF1:ps: 45:bakers-game:SF4T8R4::
46:forecell:SF4T8R4:: 47:baby-spiderette:SF4T7:: 48:will-o-the-wisp:SF4T7:: 49:black-widow:SF8T10::
50:simple-simon:SF4T10:: 51:steps:SWF8T7:: 53:montana:T52SF1:: 54:royal-cotillion:T4F8R16SW:f:
55:odd-and-even:F8R9SW:f: 56:fan:F4T18S:: 57:shamrocks:F4T18S:: 58:thumb-and-pouch:SWF4T7::
61:klondike:SWF4T7::redeals=2 62:miss-milligan:SF8R1T8:: 63:blue-moon:T56S:: 64:penguin:F4T7R7S::
65:giant:SF8T8:: 66:eastcliff:SWF4T7:: 67:whitehead:SWF4T7:: 68:lexington-harp:SF8T8:: 69:indian:F8T10SW::
70:number-ten:F8T10SW:: 71:rank-and-file:F8T10SW:: 73:maria:F8T9SW:: 74:midshipman:F8T9SW::
76:streets:F8T10SW:: 77:stalactites:SF4T8R2:: 78:milligan-cell:SF8R4T8:: 79:waning-moon:F8T13SW::
80:busy-aces:F8T12SW:: 81:blind-alleys:SWF4T6:: 83:castles-in-spain:SF4T13X:: 85:spanish-patience:SF4T13X::
86:good-measure:SF4T10X:: 87:scotch-patience:F4T18S:: 88:trefoil:F4T16S:: 89:monte-carlo:T25F1S:p:
90:simple-carlo:T25F1S:p: 91:simple-pairs:T9SF1:pf: 92:neighbour:T25F1S:p: 93:royal-east:F4T5SW::
94:hopscotch:F4T4SW:: 95:auld-lang-syne:SF4T4:: 96:fourteen:T12F1S:p: 97:carpet:T20F4SW::
98:black-hole:T17F1S:: 99:rainfall:SWF4R1T4:: 100:storehouse:SWF4R1T4:: 101:superior-canfield:SWF4R1T4::
102:variegated-canfield:SWF8R1T5:: 103:american-toad:SWF8R1T8:: 104:cruel:SF4T12X:: 105:canfield:SWF4R1T4::
106:double-canfield:SWF8R1T5:: 107:pas-seul:SWF4T6:: 108:rainbow:SWF4R1T4:: 109:deuces:F8T10SW::
110:courtyard:F8T12SW:f: 111:doublets:T7F1SW:f: 112:eagle-wing:SWF4T8R1:: 113:zebra:F8T8SW:f:
114:grandmothers-game:SF8T10:: 115:little-forty:F8T10SW:f: 117:red-moon:T56S::
119:die-koenigsbergerin:SF8T8:: 121:mississippi:SF8T7:: 122:griffon:SF8T7:: 124:tower-of-hanoy:T3S::
125:lucas:F8T13SW:: 126:red-and-black:F8T8SW:: 127:eight-times-eight:SWF8T8::
128:three-shuffles-and-a-draw:F4T18SR1:: 129:klondike:SWF4T7::redeals=0 130:perpetual-motion:ST4F1::
131:double-rail:F8T5SW:: 132:super-flower-garden:F4T18S:: 133:batsford:SWF8T10R1:: 134:betsy-ross:F8SW::
135:terrace:SWR1F8T9:f: 136:generals-patience:SWR1F8T9:f: 137:blondes-and-brunettes:SWR1F8T9:f:
138:falling-star:SWR1F8T9:f: 139:poker-square:T25SR1:s: 141:cats-tail:R8T9F8S:: 142:snake:R7T9F8S::
143:kingdom:F8R8SW:f: 144:maze:T54SF1:: 145:citadel:F4T8S:: 146:streets-and-alleys:F4T8S::
147:fortress:SF4T10:: 148:chessboard:SF4T10:: 149:diplomat:F8T8SW:: 150:congress:F8T8SW:f:
151:lady-palk:F8T8SW:: 154:brunswick:SF8T8:: 167:der-kleine-napoleon:T10R1F4S::
168:der-kleine-napoleon:T10R1F4S:: 169:napoleon:T10R2F4S:: 170:napoleon:T10R2F4S:: 171:lady-betty:F4T6SW::
172:tam-o-shanter:SF4T4:: 173:strategy:SF4T8:s: 175:long-braid:T12R1SWF8:: 185:wasp:SF4T7::
186:alaska:SF4T7:: 187:chinese-discipline:SF4T7:: 188:chinese-solitaire:SF4T7:: 189:queenie:SF4T7::
190:rushdike:SF4T7:: 191:russian-point:SF4T7:: 193:relaxed-pyramid:T28SWF1:ps: 194:rachel:SWF4T6::
195:quadrangle:F8T12SW:f: 196:corona:F8T12SW:f: 197:triple-line:F8T12SW:f: 198:napoleons-exile:F8T10SW::
199:single-rail:F4T4SW:: 200:nomad:SF8R1T8:: 201:sanibel:SWF8T10:: 206:fortunes:ST4F1::
212:weddings:T25F1S:p: 213:russian-aces:ST4F1:: 214:belvedere:F4T8SR3:: 215:somerset:SF4T10::
216:monte-carlo-two-decks:T25F1S:p: 217:milligan-harp:SF8T8:: 218:carlton:SF8T8::
220:pysolfc-rouge-et-noir:SF8T10:: 221:stonewall:SF4T6R16:: 222:flower-garden:SF4T6R16::
223:brigade:SF4T7R13:: 224:easthaven:SF4T7:: 225:westhaven:SF4T10:: 226:blockade:SF8T12:f:
228:limited:F8T12SW:: 229:agnes-sorel:SF4T7:: 230:jane:SWF4T7R7:s: 231:canister:SF4T8:: 232:raglan:SF4T9R6::
233:king-albert:SF4T9R7:: 234:alhambra:F8R8ST1:: 235:nestor:T12F1S:p: 236:agnes-bernauer:SXF4T7R7::
256:calculation:F4T4SW:: 257:sir-tommy:F4T4SW:: 258:eight-off:F4T8R8S:: 259:dead-king-golf:T7SW::
260:relaxed-golf:T7SW:: 261:grandfathers-clock:T8F12S:: 263:phoenix:R16F4T6S::
264:double-freecell-six-cells:SF4T10R6:: 265:triple-freecell:SF12R10T13:: 266:dover:F8T8SR3::
267:four-leaf-clovers:T13F1S:: 268:house-in-the-wood:F8T35S:: 269:spider:SF8T10::suits=one
270:spider:SF8T10::suits=two 271:double-yukon:SF8T10:: 272:triple-yukon:SF12T13::
273:triple-klondike:SWF12T13:: 274:triple-klondike:SWF12T13::draw=three 275:galary:T56S::
276:free-parking:T52SF1:: 277:napoleons-tomb:SWT4F5:: 278:tvetes-grandfather:SF4T7:: 279:kings:R8T8F8S::
280:camelot:T16SF1:ps: 281:escalator:T28SW:: 282:duchess:SWF4T4R4:: 284:ten-across:SF4T10R2::
285:panopticon:SF4T8R4:: 286:retinue:R8T8F8S:: 289:small-pile-on:T11S:: 290:bisley:T12F8S::
291:royal-family:SF4T12X:: 292:capricieuse:F8T12S:: 293:nationale:F8T12S:: 294:curds-and-whey:T13S::
295:napoleons-square:F8T12SW:: 296:colorado:F8T20SW:: 300:stronghold:R1F4T8S:: 301:private-lane:R2F4T8S::
303:tournament:F8T6R8S:f: 304:tournament:F8T6R8S:f: 305:three-blind-mice:SF4T10R2::
308:portuguese-solitaire:SF4T13X:: 309:mrs-mop:SF8T13:: 310:emperor:F8T10SW:: 311:dumfries:SF4T8:s:
312:galloway:SF4T7:s: 313:robin:SF8T12:s: 314:wave-motion:T8R8S:: 315:gate:R2F4T8SW::
316:little-gate:R2F4T4SW:: 317:house-on-the-hill:F8T35S:: 318:needle:R1F4T9S:: 319:haystack:R1F4T9S::
320:clover-leaf:F4T16S:: 321:carthage:F8T8R6S:: 322:algerian-patience:F8T8R6S:: 324:bastion:SF4T10R2::
325:ten-by-one:SF4T10R1:: 326:lanes:SWF4T6:: 327:thirty-six:SWF4T6:: 328:the-wish:T8SF1:p:
329:the-wish-open:T8SF1:p: 330:sultan:F9T6SW:: 331:sultan-plus:F9T8SW:: 332:mumbai:F12T13SW::
333:open-gargantua:SWF8T9:: 334:take-away:T4F6S:: 336:challenge-freecell:SF4T8R4::
337:super-challenge-freecell:SF4T8R4:: 338:buffalo-bill:F8T26R8S:: 339:moosehide:SF4T7:: 341:cicely:F8R8T8S::
342:trillium:T13S:: 343:lily:T13S:: 345:scorpion-head:SF4T7R4:: 346:scorpion-tail:SF4T7::
347:free-fan:R2F4T18S:: 349:miss-muffet:T10S:: 352:nordic:T10S:: 353:aces-up-five:ST5F1:: 355:frog:F8R1SWT5::
356:fly:F8R1SWT5:: 357:gnat:SWF4T4R6:: 358:fort:T12R1SWF8:: 359:spider-web:SR1F4T7:: 360:munger:SWF4R1T7::
361:northwest-territory:SF4T8R16:: 362:morehead:SF4T10:: 363:spidercells:SF4T8R4::
364:seven-by-four:SF4T7R4:: 365:seven-by-five:SF4T7R5:: 366:simon-jester:SF8T14:: 367:pitchfork:R1F4T9S::
368:vertical:T16F1S:p: 369:ripple-fan:SF4T13X:: 370:genesis:F4T26S:: 371:genesis-plus:F4T26R2S::
372:double-bisley:T24F16S:: 373:gloria:T24F16R2S:: 374:realm:T8F8S:: 375:mancunian:T8F8S::
376:backbone:F8R3T8SW:: 377:backbone-plus:F8R3T10SW:: 378:gloaming:F4R3T5S:: 379:chamberlain:F4R4T3S::
380:jungle:T56S:: 383:bath:SF4T10R2:: 384:big-spider:SF12T13:: 385:box-fan:F4T16S::
386:kingsdown-eights:F8T8R8S:: 387:roslin:SF4T7:: 388:senate:T4R8F8S:: 389:senate-plus:T5R8F8S::
390:arizona:R16F4T6S:: 391:british-constitution:F8T32SW:f: 392:new-british-constitution:F8T32SW:f:
393:castle-of-indolence:SR4F8T8:: 394:clink:SR2F2T8:: 396:triple-canfield:SWF12R1T7::
398:mount-olympus:F16T9S:f: 399:zeus:F16T9S:f: 401:big-divorce:SF12T13:: 403:acme:SWF4R1T4::
404:perseverance:SF4T12X:: 405:all-in-a-row:T13F1S:: 406:amazons:SF4T4:: 407:aunt-mary:SWF4T6::
408:box-kite:T12F8S:: 409:bridesmaids:SWF4:: 410:captive-queens:SWF12:: 411:carre-napoleon:F8T12SW::
413:duke:SWF4R4T4:: 414:german-patience:T8SW:: 415:bavarian-patience:T10SW:: 416:fortunes-favor:F4SWT12:f:
417:corners:SWF4T5:f: 418:contradance:F16SW:: 419:idle-aces:SWF12:: 420:double-dot:SF4T8::
421:little-billie:F8T24R8S:: 422:minerva:SWF4R1T7:: 423:lady-of-the-manor:F8T4R12S:: 425:new-york:F8T8SR3:s:
426:octagon:T4F8SW:f: 427:opus:F4T7R5S:: 430:puss-in-the-corner:T4F4S:s: 431:queen-of-italy:SWR1F8T9:f:
432:robert:F1SW:: 433:rows-of-four:F8T8SW:: 434:seven-devils:F8T7R7SW:: 437:simplicity:F4T12SW::
438:sixes-and-sevens:F16T9SW:: 439:solid-square:SWT20F4:f: 440:squadron:SWF8R3T10:: 441:york:SF8T12::
442:deep:R8T8F8S:: 444:big-york:SF12T14:: 445:big-spider:SF12T13::suits=one 446:big-spider:SF12T13::suits=two
447:australian-patience:SWF4T7:: 448:repair:SF8T10R4:: 449:spider-3x3:SF9T13:: 450:raw-prawn:SWF4T7::
451:cell-11:SF12R11T12:: 453:gypsy-three-packs:SF12T12:: 454:spider-four-packs:T13F16S::
455:very-big-divorce:T12F16S:: 456:bim-bom:SWF8T8:: 458:spidike:SF4T7:: 459:freds-spider:SF8T10::
460:freds-spider-three-packs:SF12T13:: 461:open-spider:SF8T10:: 462:josephine:F8T10SW::
463:surprise:SR1F8T11:: 464:four-colours:SR4F4T7:: 465:granada:F8R8ST4:: 466:pysolfc-double-russian:SF8T10::
467:zodiac:T24F8R8SW:: 468:spike:F4T7SR3:: 469:phantom-blockade:SF8T13:: 472:strategerie:SF4T4R4:s:
473:big-forty:SWF4T10:: 474:ali-baba:SWF4T10:: 475:cassim:SWF4T7:: 476:demon:SWF8R1T8:: 478:elba:SF8T10::
479:saratoga:SWF4T7:: 480:trusty-twelve:ST12:f: 481:knotty-nines:ST9:f: 482:sweet-sixteen:ST16:f:
483:czarina:SWF4T5:f: 484:four-seasons:SWF4T5:: 486:imperial-guards:SF8R1T8:: 487:millie:SF8T8::
488:triple-russian-solitaire:SF12T13:: 489:little-napoleon:F8T8SW:: 490:acquaintance:SF4T4::
492:geoffrey:SF4T8:: 493:marie-rose:F12T12SW:: 494:mystique:SWF4R1T7:: 495:lady-jane:SWF8T10::
496:inquisitor:SWF8T10:: 497:arabella:SWF12T13:: 498:steve:SF8T8:: 499:signora:SWR1F8T9:f:
500:madame:SWR1F12T10:f: 503:big-streets:F12T12SW:: 504:number-twelve:F12T12SW::
505:big-courtyard:F12T12SW:f: 506:express:F12T14SW:: 507:lightweight:F8T12S:: 508:castle-mount:F12T12S::
509:big-cell:SF12R4T13:: 510:big-braid:T12R1SWF12:: 511:double-scorpion:SF8T10::
512:triple-scorpion:SF12T13:: 513:double-seahaven-towers:SF8R8T14:: 514:carnation:F16T16SW::
515:indefatigable:SF4T12X:: 516:troika:F4T18S:: 517:quads:F4T13S:: 518:boost:SWF4T4:: 519:gotham:F8T8SR3:s:
520:german-freecell:SF4T7R4:: 522:artic-garden:SF4T8R16:: 525:queensland:SF4T7::
526:outback-patience:SWF8T8:: 528:final-battle:F8T6SW:: 529:san-juan-hill:F8T10SW::
530:russian-spider:SF4T7:: 531:double-russian-spider:SF8T10:: 533:mamy-susan:SWR1F8T10::
535:exiled-kings:F4T8S:: 536:master:T10R2F4S:: 537:the-little-corporal:F4R1T10S:: 538:bonaparte:F4R1T8S::
539:usk:SF4T10:: 540:waterloo:F8T6SW:: 541:batsford:SWF8T10R1::redeals=1 542:kingcell:SF4T8R4::
543:farmers-wife:SF4T10R2:: 544:how-they-run:SF4T10R2:: 545:big-deal:T12F16SW:: 548:parliament:F8T8SW:f:
549:wheatsheaf:F8T8SW:f: 551:diamond-mine:F1T13S:: 552:cover:ST4F1:p: 553:scuffle:SF4T4::
556:junction:F16T7SW:: 558:numerica-two-decks:F8T6SW:: 559:marshal:F8ST24:f: 560:double-acquaintance:SF8T8::
561:dutch-solitaire:SWT6F5:: 562:delivery:T12F16SW:: 563:twin-queens:F8T8SW:f: 564:kilowatt:F8SR2T12::
565:royal-aids:F8SWT2R4:: 566:hypotenuse:SF8T10:: 567:eternal-triangle:SF8T10:: 572:gold-mine:SWF4T7::
573:double-gold-mine:F8T9SW:: 574:interchange:F8T7SW:: 575:unlimited:F8T7SW:: 576:breakwater:F8T7SW::
579:three-pirates:F8T10SR3:: 581:flamenco:SF8T8:: 582:wood:SWR1F8T9:: 583:firing-squad:ST4F1R1::
584:eclipse:SF8T13:: 585:lucky-thirteen:T13F4S:: 586:lucky-piles:T13F4S:: 588:roosevelt:F8T7SW::
590:chinese-klondike:SWF9T12:: 591:pantagruel:SWF8T9:: 592:giza:T28SF1R8:p: 593:thirteens:T10SF1:pf:
594:elevens:SF1T9R3:pf: 595:elevens-too:SF1T9R3:p: 596:suit-elevens:SF1T15R3:pf:
601:american-canister:SF4T8:: 602:british-canister:SF4T8:: 603:brisbane:SF4T7:: 605:skippy:SWF8R4T16::
606:strata:F8T8S:: 607:legion:SWF4T8:: 610:sly-fox:ST20F8:sf: 613:fanny:F8R1SWT5::
614:open-sly-fox:SF8T20:sf: 619:triple-alliance:R3F1T18S:p: 625:fascination-fan:F4T18S::
627:queen-victoria:SF4T9R7:: 628:crossroads:F16T7SW:: 629:tuxedo:F4T7R7S:: 630:big-bertha:SF8T15R14F1::
631:alternation:F8T7SW:: 632:floradora:SWF9T6:: 633:athena:SWF4T7:: 634:chinaman:SWF4T7::
638:pysolfc-royal-rendezvous:F16R16SW:f: 641:circle-nine:T9F1S:sf: 642:lafayette:F8SWT4R1::
643:measure:SF1T8:sf: 644:double-measure:SF1T10:sf: 647:crescent:SF8T16X:: 649:doublets-two:T12SF1:pf:
650:castles-end:SF4T10R2:: 655:pharaohs:T52SF1:p: 657:baroness:ST5F1R2:p: 658:apophis:T28SR3F1:p:
659:cheops:T28SWF1:ps: 660:toni:F8T12S:: 661:dolphin:R4F1T8S:: 662:double-dolphin:R5F1T10S::
664:spanish-patience-ii:SF4T13X:: 665:penelopes-web:F4T8S:: 667:kingsley:SWF4T7::
668:double-kingsley:SWF8T9:: 669:scarp:SF12T13:: 670:chinese-spider:SF12T12:: 671:incompatibility:SF8T10::
672:scorpion-two:SF4T7:: 673:fifteen:F8T15S:: 674:relaxed-exit:T10R1F1S:p: 675:four-winds:R16F4SW::
676:boxing-the-compass:R16F8SW:: 677:two-pyramids:T56SWF1:ps: 678:thieves-of-egypt:SWF8T10::
679:triple-interchange:F12T9SW:: 680:tarantula:SF8T10:: 681:king-tut:T28SWF1:p: 682:dial:F13SW::
683:famous-fifty:F8T10SW:: 684:deck:ST4F1:p: 686:hospital-patience:SWF8:: 687:glacier:F4T12SW::
689:brush:SWF8T10:: 692:board-patience:F4T10S:: 696:four-seasons:SWF4T5::redeals=1 698:can-can:SF4T13R3::
699:double-pyramid:T45SWF1:ps: 700:triangle:T28SWF1:ps: 701:up-and-down:T56SWF1:ps: 702:double-line:F8T20SW::
704:s-patience:F13T2SW:: 705:busy-cards:F8R6T12S:: 707:hawaiian:R1F8T10S:: 714:shamrocks-two:F4T18S::
715:osmosis:T4F4SW:: 716:peek:T4F4SW:: 719:school:F4T16S:: 727:right-and-left:ST2F1:p: 729:two-rings:F16T8S::
730:phalanx:T15F4SW:: 731:three-fir-trees:T48SW:: 733:napoleon-takes-moscow:F8T8R16SW::
734:napoleon-leaves-moscow:F8T8R16SW:: 735:hurricane:R10T3SF1:pf: 737:clock:T13S:c: 738:boomerang:SWT12F4:f:
742:grandee:F8T14S:: 744:voracious:F8T12SW:f: 746:limpopo:R2F8T8S:: 747:cringle:F8T8SW:: 749:flake:T6F1S::
750:flake-two-decks:T8F1S:: 751:blind-patience:F8T10SW:c: 752:reserves:F8R4ST1:: 757:manx:F4T4R1S::
759:paganini-two:T112S:: 760:aglet:SR1F4T8:: 763:wasatch:F1SW:: 765:foothold:F8T8SW:: 766:kentish:T8F8S::
767:quads-plus:F4T13S:: 768:relaxed-three-fir-trees:T48SW:: 769:hanoi-sequence:T3S::
770:double-blue-moon:T112S:: 771:double-red-moon:T112S:: 772:accordion:T52SF1::
773:relaxed-accordion:T52SF1:: 775:sixty-thieves:F12T12SW:: 776:eighty-thieves:F16T10SW::
777:double-golf:T9SW:: 783:uintah:F4SW:: 784:take-away-8:T4F8S:: 785:big-terrace:SWR1F16T11:f:
786:empress-of-italy:SWR1F16T11:f: 787:admirals-patience:SWR1F16T11:f: 793:relaxed-pile-on:R1T15S::
794:house-of-commons:T40SF1:: 795:pretzel:T20SF1:: 796:exit:T10R1F1S:p: 800:aces-and-kings:R2F8SWT4:f:
801:double-nestor:T14F1S:p: 805:cribbage-square:T16SR1:s: 810:quatorze:T25F1S:p:
813:double-freecell:SF8R8T10:: 814:acey-and-kingsley:R2F8SWT4:f: 818:triple-rail:F12T9SW::
819:bear-river:F4T18S:: 820:racing-aces:R3F16SWT6:f: 821:trigon:SWF4T7:: 822:double-trigon:SWF8T9::
823:unusual:SF8T24X:: 824:small-backbone:F8R3T8SW:: 825:scorpion-towers:R4T10S:: 826:yukonic-plague:R1T7F4S::
829:block-ten:T9SF1:pf: 830:fire-and-ice:T10S:: 831:siegecraft:R1F4T8S:: 833:up-and-up:ST10:sf:
834:rainbow-fan:SF8T20X:f: 835:casino-canfield:SWF4R1T4:: 837:single-spark:F4SR2T8:: 838:the-spark:F8SR2T12::
844:archway:F8T4R13SX:: 845:moojub:F32T4S:: 846:pyramid-dozen:T28SF1R6:p: 847:pluto:F8T12SW::
848:malmaison:F16T10SW:: 849:relaxed-raglan:SF4T9R6:: 853:grandfather:F8T20SW:: 855:half-klondike:SWF2T4::
856:open-peek:T4F4R32S:: 857:tasmanian-patience:SWF4T7:: 859:kings-audience:T16F8SW:f:
860:bakers-dozen-two-packs:SF8T26X:: 861:wildflower:SF4T6R16:: 862:simple-tens:T9SF1:pf:
863:imaginary-thirteen:F8T4SW:: 866:old-fashioned:SF4T6:: 867:double-fourteen:T18F1S:p: 868:bobby:F2SW::
869:smokey:SWF4T7:: 870:fair-maids:SF4T7:: 871:ceiling-fan:F4T18S:: 873:agnes-two:SXF8T10R10::
874:patient-pairs:T13SF1:p: 875:patient-pairs-open:T13SF1:p: 876:vineyard:SF4T10X::
877:double-montana:T104SF1:: 880:carcassonne:F8T8R16S:: 881:lasker:SF4T10:: 882:mcclellan:F8T8SW::
883:23-skidoo:T52SF1:: 884:jacks-in-the-box:SWF8R4T6:: 888:six-by-six:SF4T6::
889:demons-and-thieves:SWF8R1T9:: 890:yeast-dough:SF8T8:: 892:double-putt:T9SW:: 893:taking-silk:SWF8T6::
894:cromwell:F8T26SR1:: 895:preference:F4SWT8:f: 897:kiev:SF4T7:: 898:aces-square:T16F1S:pf:
899:housefly:SWF4T6R6:: 901:la-belle-lucie:F4T18S:: 903:aces-up:ST4F1:: 911:deuces-and-queens:R3F8SWT4:f:
912:small-triangle:SF4T7:: 914:canberra:SWF4T7:: 915:relaxed-clock:T13SR1:c: 916:tens:SF1T13R4:p:
917:astrocyte:R4F8T8S:: 919:dnieper:SF4T7:: 920:quadruple-klondike:SWF16T16::
921:quadruple-klondike:SWF16T16::draw=three 922:quadruple-canfield:SWF16R1T8:: 925:yukon-cells:R2T7F4S::
926:alexander-the-great:F4T12S:: 927:big-picture-gallery:F1R36T12S:f: 928:huge-picture-gallery:F1R48T16S:f:
930:klondike-territory:SF4T7R24:: 933:cascade:SWF4R2T7:: 934:valentine:XSWT4:f: 935:juvenile:T18F1S:p:
940:thirty-nine-steps:F8T13SW:: 941:binary-star:T17F2S:: 942:quadruple-yukon:SF16T16:: 947:club:T11SWF8::
949:vincent:F4T8SR3:: 952:big-alhambra:F12R10ST1:: 953:petal:SF4T8R4:: 959:double-uintah:F8SW::
961:nines:SF1T9R4:p: 963:sevastopol:SF4T7:: 964:russian-cell:R2T7F4S:: 966:ace-of-hearts:SF1T7::
969:eleven-triangle:T28SR3F1:p: 970:four-kingdoms:F24R4SWT7:: 974:ides-of-march:R10T3SF1:pf:
976:wasp-two:SF4T7:: 977:relaxed-cruel:SF4T12X:: 978:noumea:F4R20SW:f: 981:napoleons-folly:F8T10SW::
982:eights:SF8T8:: 983:antares:SR4F4T8:: 985:double-eight-off:F8T12R8S:: 986:palace:F16T18S::
988:opera:SF4T8R4:: 989:candike:SWF4R1T7:: 990:gloucestershire:SF8T8R52X:: 1900:freecell:SF4T8R2::cells=two
1901:freecell:SF4T8::cells=none 22216:three-peaks:T28SW:: 22217:three-peaks-open:T28SW::
22218:three-peaks-open:T28SW:: 22231:three-peaks:T28SW:: 343001:bisley-13:T13F8S::
"""


def game_of(number: int) -> tuple[str, list[str], str, str] | None:
    """Return the variant, the names of the stacks, the flags and the rule options of a known game."""
    found = re.search(rf"(?:^|\s){number}:(\S*):(\S*):(\S*):(\S*)", GAMES)
    if not found:
        return None
    variant, stacks, flags, rules = found.groups()
    names = []
    for letter, count in re.findall(r"([A-Z])([0-9]*)", stacks):
        names += [f"{letter}{place}" for place in range(1, int(count) + 1)] if count else [letter]
    return variant, names, flags, rules.replace(",", " ")


def moved_by(atom: Any) -> Moved | None:
    """Return the number of cards, the source and the target of an atomic move; None if it moves no card."""
    name = type(atom).__name__
    if name in ("AFlipMove", "ASingleFlipMove"):
        return 1, atom.stack_id, atom.stack_id
    if name == "AShuffleStackMove":
        return 0, atom.stack_id, atom.stack_id
    if name in ("ATurnStackMove", "NEW_ATurnStackMove"):
        return 0, atom.from_stack_id, atom.to_stack_id
    if name == "AMoveMove":
        return atom.ncards, atom.from_stack_id, atom.to_stack_id
    if name in ("AFlipAndMoveMove", "ASingleCardMove"):
        return 1, atom.from_stack_id, atom.to_stack_id
    return None


def tokens_of(steps: list[list[Moved]], names: list[str], flags: str) -> Iterator[str]:
    """Yield the moves of steps: the first movement of each, since the rest follows by the rules.

    Only a draw that PySolFC makes by itself, at the end of another move, is a move of its own.
    """
    for step in steps:
        cards_moved = [move for move in step if "c" in flags or move[1] != move[2] or not move[0]]
        if not cards_moved:
            continue
        first = _token(cards_moved, names, flags)
        yield first
        drawn = [move for move in cards_moved[1:] if names[move[1]] == "S" and names[move[2]] == "W"]
        if drawn and first not in ("draw", "deal") and "f" not in flags:
            yield "draw"


def _token(moves: list[Moved], names: list[str], flags: str) -> str:
    cards = moves[0][0]
    source, target = names[moves[0][1]], names[moves[0][2]]
    if "p" in flags:
        if source[0] == target[0] == "T":
            return "deal"
        if target == "F1":
            is_pair = len(moves) > 1 and names[moves[1][2]] == target
            return f"{source}-{names[moves[1][1]] if is_pair else target}"
    if target in ("S", "X") or source == "X":
        return "redeal"
    # A card that is played from the stock leaves it alone, and a deal takes several.
    is_dealt = "s" not in flags or [names[move[1]] for move in moves[1:2]] == ["S"]
    if source == "S" and (target == "W" or is_dealt):
        return "draw" if target == "W" else "deal"
    return f"{source}-{target}x{cards}" if cards > 1 else f"{source}-{target}"


def record_of(game: Any) -> str | None:
    """Return the text of a game as it stands; None for a game that the table does not have."""
    known = game_of(game.id)
    seed = game.random.getSeedAsStr()
    if known is None or not re.match(r"(ms)?[0-9]+$", seed):
        return None
    variant, names, flags, rules = known
    if len(names) != len(game.allstacks):
        return None
    history = game.moves.history[: game.moves.index]
    steps = [[move for move in map(moved_by, step) if move] for step in history]
    lines = ["patience 1", f"variant: {variant}"]
    if rules:
        lines.append(f"rules: {rules}")
    lines += [f"seed: {seed}", "program: PySolFC", f"title: {game.getTitleName()}"]
    lines.append(f"date: {time.strftime('%Y-%m-%d')}")
    if game.isGameWon():
        lines.append("result: won")
    lines.append("")
    width = 0
    for token in tokens_of(steps, names, flags):
        if width and width + 1 + len(token) <= 80:
            lines[-1] += " " + token
            width += 1 + len(token)
        else:
            lines.append(token)
            width = len(token)
    return "\n".join(lines) + "\n"


def write(game: Any, path: Path) -> None:
    """Write a game to a file, if the table has it."""
    text = record_of(game)
    if text is not None:
        path.write_text(text, encoding="utf-8")


def install(game_class: Any) -> None:
    """Let a class of games write its games when they are saved and when they end."""
    save, end = game_class.saveGame, game_class.endGame

    def save_game(self: Any, filename: str, *arguments: Any, **options: Any) -> Any:
        saved = save(self, filename, *arguments, **options)
        if saved:
            write(self, Path(filename).with_suffix(".patience"))
        return saved

    def end_game(self: Any, *arguments: Any, **options: Any) -> Any:
        if not self.preview and self.moves.index:
            folder = Path(self.app.dn.config) / "patience"
            folder.mkdir(parents=True, exist_ok=True)
            moment = time.strftime("%Y%m%d-%H%M%S")
            name = f"{self.id}-{self.random.getSeedAsStr()}-{moment}.patience"
            write(self, folder / name)
        return end(self, *arguments, **options)

    game_class.saveGame, game_class.endGame = save_game, end_game


try:
    from pysollib.game import Game
except ImportError:
    pass  # The tests load this file without PySolFC.
else:
    install(Game)
