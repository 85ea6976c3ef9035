// The rules of games in German.

import { karten } from '../de.js';

const zahl = (number, eins, viele) => `${number} ${number === 1 ? eins : viele}`;
const ablagen = (number) => zahl(number, 'Ablage', 'Ablagen');
const oft = (number) => (number === null ? 'beliebig oft' : number === 1 ? 'einmal' : `${number}-mal`);
// "ein Ass" becomes "vom Ass" and "zum Ass".
const von = (rank) => rank.replace(/^ein /, 'vom ').replace(/^eine /, 'von der ').replace(/Bube$/, 'Buben');
const bis = (rank) => rank.replace(/^ein /, 'zum ').replace(/^eine /, 'zur ').replace(/Bube$/, 'Buben');
const mit = (ranks) => ranks.replaceAll(/\bein /g, 'einem ').replaceAll(/\beine /g, 'einer ').replaceAll(/Bube\b/g, 'Buben');
// "der Abwurf oder der Talon" becomes "vom Abwurf oder vom Talon".
const vom = (piles) => piles.replaceAll(/\b(?:der )?(Talon|Abwurf|Reserve)/g, (_, pile) => `${pile === 'Reserve' ? 'von' : 'vom'} ${pile}`);

const gemischt = (shuffles) => (shuffles ? ', gemischt' : '');

export default {
  'packs.ranks': (ranks) => `Nur diese Ränge sind im Spiel: ${ranks}.`,
  packs: (number) => `Gespielt wird mit ${number} Kartenspielen.`,
  'goal.complete': 'Alle Karten sollen auf die Ablagen.',
  'goal.some': (piles) => `Gewonnen ist das Spiel, wenn diese vollständig sind: ${piles}.`,
  'goal.all_cards': 'Jede Karte soll auf irgendeine Ablage.',
  'goal.empty_columns': 'Die Spalten sollen leer werden.',
  'goal.empty_stock': 'Gespielt wird, bis der Talon leer ist.',
  'goal.one_each': 'Alle Karten bis auf eine in jeder Spalte sollen auf die Ablagen.',
  'goal.sequences': 'Alle Karten sollen in Spalten von dreizehn liegen, jede von Anfang bis Ende in der richtigen Folge.',
  'goal.in_place': 'Jede Reihe soll von links an in einer Farbe aufsteigen.',
  'goal.pairs': 'Alle Karten sollen abgeräumt werden.',

  pairs: (sets, suits, near, alone) => `Zwei Karten, die man aufeinander legt, gehen ab: ${sets}${suits}${near}.${alone ? ` Allein geht ab: ${alone}.` : ''}`,
  'pairs.equal': 'zwei vom selben Rang',
  'pairs.any': (none) => `zwei beliebige${none ? `, nur nicht ${none}` : ''}`,
  'pairs.by_suit': ', beide von einer Farbe',
  'pairs.touching': ', wenn sie sich berühren',
  'pairs.line': ', wenn sie in einer Reihe oder Spalte liegen',
  'pairs.piles': (kinds) => `Paare bilden die obersten Karten von: ${kinds}.`,
  'pairs.T': 'Spalten',
  'pairs.R': 'Reserve',
  'pairs.W': 'Abwurf',
  'pairs.S': 'Talon',

  foundation: (number, steps, build, first, last) => `${ablagen(number)}: ${steps}, ${build}, ${von(first)} bis ${bis(last)}, Karte für Karte.`,
  'foundation.one': (number, rank) => `${ablagen(number)} für ${rank.replace(/^ein (König|Bube)$/, 'einen $1').replace(/Bube$/, 'Buben')}.`,
  'foundation.whole': (number, steps, build, first, last) => `${ablagen(number)} für ganze Folgen: ${steps}, ${build}, ${von(first)} bis ${bis(last)}, in einem Zug.`,
  'foundation.free': (number, sequence, cards, first) => `${ablagen(number)}: ${sequence}, ${number === 1 ? '' : 'je '}${karten(cards)}, Karte für Karte.${first ? ` Sie ${number === 1 ? 'beginnt' : 'beginnen'} mit ${mit(first)}.` : ''}`,
  'foundation.whole.free': (number, sequence, cards) => `${ablagen(number)} für ganze Folgen von ${karten(cards)}: ${sequence}, in einem Zug.`,
  'foundation.outranked': 'Die Ablage nimmt eine Karte, solange eine höhere derselben Farbe oben auf einer anderen Spalte liegt. Asse sind die höchsten.',
  'foundation.matches': (name, other) => `${name} nimmt, in derselben Farbe, nur Ränge, die ${other} schon hat, und beginnt mit demselben Rang.`,
  'foundation.suits': (suits) => `Sie beginnen mit ${suits} Karten.`,
  'suits.red': 'roten',
  'suits.black': 'schwarzen',
  'foundation.base_stays': 'Die erste Karte einer Ablage bleibt liegen.',
  'foundation.last': (name, other) => `Ihre letzte Karte bekommt ${name}, sobald ${other} vollständig ist.`,
  'foundation.from': (givers) => `Die Ablagen nehmen ${givers}.`,
  base: (rank) => `Das Geben bestimmt, womit die Ablagen beginnen: hier ${rank}.`,
  same_base: 'Die erste Karte auf irgendeiner Ablage bestimmt, mit welchem Rang alle beginnen.',
  base_from: (givers) => `Diese Karte kommt vor jedem anderen Zug, und zwar von: ${givers}.`,
  final: 'Von den Ablagen kommen keine Karten zurück.',
  'steps.up': 'aufsteigend',
  'steps.down': 'absteigend',
  wrap: 'und über Ass und König hinweg',

  'columns.from': (givers) => `Die Spalten nehmen ${givers}.`,
  'columns.ends': (ranks) => `Auf ${ranks} kommt nichts.`,
  'columns.covers': 'Eine Karte ist frei, wenn keine andere auf ihr liegt.',
  'columns.capacity': (number) => `Eine Spalte fasst höchstens ${karten(number)}.`,
  row: (number, direction, build) => `Reihen von ${number} Plätzen. In eine Lücke darf die Karte, die auf die links von ihr folgt, ${direction} und ${build}.`,
  'row.either': 'Auch die Karte darf hinein, auf die die rechts von ihr folgt.',
  'row.first': (ranks) => `Eine Reihe beginnt mit ${mit(ranks)}.`,
  'columns.supermove': 'Auf einmal bewegt werden so viele Karten, wie es über leere Zellen und Spalten auch einzeln ginge.',
  'empty.refill': (supplies) => `Eine leere Spalte wird sofort gefüllt, und zwar ${vom(supplies)}.`,
  'empty.from': (givers) => `Eine leere Spalte nimmt ${givers}.`,
  'empty.longest': 'Der längste Reservestapel kommt zuerst.',
  'empty.any': 'In eine leere Spalte darf jede Karte.',
  'empty.some': (ranks) => `In eine leere Spalte darf nur ${ranks}.`,
  'empty.none': 'Eine leere Spalte bleibt leer.',

  cells: (number, ranks) => `${zahl(number, 'Zelle', 'Zellen')} für je ${ranks || 'eine Karte'}.`,
  'cells.run': (number) => `Ist der Talon leer: ${zahl(number, 'Zelle', 'Zellen')} für je eine Karte oder Folge, solange sie leer ist.`,
  'cells.room': (number, room, ranks) => `${zahl(number, 'Zelle', 'Zellen')} für je bis zu ${karten(room)}${ranks ? `, und nur: ${ranks}` : ''}.`,
  'cells.built': (number, room, sequence, ranks) => `${number} Stapel mit bis zu ${karten(room)}: ${sequence}. Sie beginnen mit ${mit(ranks)}.`,
  'cells.sets': (number, ranks) => `${zahl(number, 'Zelle', 'Zellen')}, auf denen ein ganzer Satz gesammelt wird, je eine Karte: ${ranks}. Dann gehen alle ab.`,
  'cells.from': (givers) => `Die Zellen nehmen ${givers}.`,
  reserve: (number) => `${number} Reservestapel: Karten werden von dort gespielt, aber nicht dorthin gelegt.`,
  'reserve.refill': (supplies) => `Ein leerer Reservestapel wird sofort gefüllt, und zwar ${vom(supplies)}.`,
  'reserve.covers': 'Eine Karte der Reserve ist frei, wenn keine andere auf ihr liegt.',
  'reserve.closed': 'Aufgedeckt wird nur die letzte Karte der Reserve.',

  draw: (number) => `Vom Talon kommen ${number === 1 ? 'die Karten einzeln' : `jeweils ${number} Karten`} auf den Abwurf.`,
  after_base: (first, last) => `Sobald der Rang feststeht, gibt der Talon eine Karte auf ${last ? `jeden leeren Stapel von ${first} bis ${last}` : first}.`,
  fills_waste: 'Wird der Abwurf leer, so kommt sofort die nächste Karte vom Talon.',
  waste: (sequence) => `Auf den Abwurf kommen einzelne Karten: ${sequence}.`,
  'deal.columns': 'Der Talon gibt jeder Spalte eine Karte.',
  'deal.piles': (cards, first, last) => `Der Talon gibt ${karten(cards)} an ${last ? `jeden Stapel von ${first} bis ${last}` : first}.`,
  'deal.rest': (cards, first, last) => `Reicht das nicht, gibt er ${karten(cards)} an ${last ? `jeden von ${first} bis ${last}` : first}.`,
  'deal.reserve': 'Der Talon gibt jedem Reservestapel eine Karte.',
  'deal.empty_columns': 'Der Talon gibt jeder leeren Spalte eine Karte, oder allen, wenn keine leer ist.',
  'deal.filled_columns': 'Der Talon gibt jeder Spalte eine Karte, in der schon eine liegt.',
  'deal.gaps': 'Beim Geben füllt der Talon die leeren Spalten.',
  gaps: 'Lücken werden nach jedem Zug vom Talon gefüllt.',
  'close.rows': 'Vorher rücken die Karten in den Reihen zusammen.',
  'close.columns': 'Vorher rücken die Karten in die Lücken über ihnen auf.',
  'close.last': 'Ist der Talon leer, so rücken die Karten in den Reihen zusammen.',
  redeals: (number) => (number === 0 ? 'Es wird nicht gewendet.' : `Der Abwurf darf ${oft(number)} wieder zum Talon werden.`),
  'gather.groups': (number, shuffles, cards) => `Die Spalten dürfen ${oft(number)} eingesammelt${gemischt(shuffles)} und neu gegeben werden, je ${karten(cards)}.`,
  'gather.rounds': (number, shuffles, cards) => `Die Spalten dürfen ${oft(number)} eingesammelt${gemischt(shuffles)} und in ${cards} Runden neu gegeben werden.`,
  'gather.layout': (number, shuffles) => `Die Spalten dürfen ${oft(number)} eingesammelt${gemischt(shuffles)} und wie am Anfang neu gegeben werden.`,
  'gather.places': (number, shuffles) => `Die Karten, die nicht an ihrem Platz liegen, dürfen ${oft(number)} eingesammelt${gemischt(shuffles)} und neu gegeben werden.`,
  'gather.stock': (number, shuffles, _, from) => `Ist der Talon leer, so dürfen die Karten der ${from === 'reserve' ? 'Reserve' : 'Spalten'} ${oft(number)} wieder zum Talon werden${gemischt(shuffles)}.`,
  open: 'Die oberste Karte des Talons liegt offen und kann gespielt werden.',
  'after.gives': (piles) => `Solange der Talon Karten hat, gibt keine ab: ${piles}.`,
  'after.takes': (piles) => `Solange der Talon Karten hat, nimmt keine an: ${piles}.`,
  'hold.card_move': 'Vom Talon wird erst gegeben, wenn keine Karte mehr bewegt werden kann.',
  'hold.forward_move': 'Vom Talon wird erst gegeben, wenn kein Zug vorwärts mehr möglich ist.',
  'hold.empty_column': 'Vom Talon wird erst gegeben, wenn in jeder Spalte eine Karte liegt.',
  'hold.cells': 'Lücken werden nur gefüllt, solange die Zellen leer sind.',
  'hold.waste': 'Gezogen wird erst, wenn der Abwurf leer ist.',
};
