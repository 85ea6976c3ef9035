// Written by python -m tools.javascript_words from patience/words/rules_in_sentences.json.

export const TABLE = {
"start": [
  ["packs", "packs>1", "packs"],
  ["suits", "!suits:distinct>3", "suits=suits:distinct"],
  ["ranks", "!ranks=A23456789TJQK", "ranks=ranks:letters"]
],
"goal": [
  [["goal.merges", "columns.merges", "cards=cards_left"],
   ["goal.pairs", "pairs !builds_pairs !win=empty_columns !won_when", "left=cards_left"],
   ["goal.some.emptied", "won_when:others", "complete=won_when:founded emptied=won_when:others"],
   ["goal.some", "won_when", "complete=won_when:founded"],
   ["goal.{win}", "", "cards=column_cards points way=column_way"]]
],
"foundations": [
  {"if": "pairs.piles", "say": [
    ["pairs", "", "named=pairs_named build=pairs_build limit=pairs_limit near=pairs.near alone=pairs_alone"],
    ["pairs.built", "builds_pairs"],
    ["pairs.piles", "", "piles=pairs.piles:letters"],
    ["pairs.waste", "moves_waste"],
    ["pairs.beneath", "pairs.beneath", "piles=pairs.beneath:letters"]]},
  {"if": "builds_foundations", "say": [
    {"each": "foundations_alike", "say": [
      [["foundation.pair", "builds_pairs direction", "number sets"],
       ["foundation.outranked", "direction=outranked"],
       ["foundation.sets", "takes_sets", "number cards each build"],
       ["foundation.whole.free", "direction whole", "number cards sequence begins"],
       ["foundation.free", "direction", "number cards sequence begins"],
       ["foundation.repeats", "winds", "number build legs"],
       ["foundation.one", "!steps", "number first last"],
       ["foundation.whole", "whole", "number build steps first last"],
       ["foundation", "", "number build steps first last"]],
      ["foundation.suits", "colour", "colour"]]},
    {"each": "foundations_named", "say": [
      ["foundation.matches", "matches", "pile=name:pile other=matches:pile"]]},
    ["foundation.lowest", "lowest_first"],
    ["foundation.lowest.alone", "lowest_alone>1", "piles=lowest_alone:piles"],
    ["foundation.lowest.suits", "lowest_like", "piles=lowest_like:piles others=lowest_liked:piles"],
    {"each": "foundations_named", "say": [
      ["foundation.last", "last_after", "pile=name:pile other=last_after:pile"]]},
    {"each": "foundations_named", "say": [
      ["foundation.limit", "limit", "pile=name:pile givers=free:piles others=other:piles ranks=limit:letters"]]},
    ["foundation.from", "!foundation_givers=none", "givers=foundation_givers:piles"],
    ["base", "!base=A", "base=base_shown"],
    ["same_base", "same_base"],
    ["same_direction", "foundations.direction=one_way"],
    [["base_from", "!base_from=none same_base=first", "givers=base_from:piles"],
     ["base_from.later", "!base_from=none", "givers=base_from:piles"]],
    ["foundation.dealt_apart", "dealt_apart", "piles=dealt_apart:piles"],
    ["foundation.keeps_suit", "keeps_suit"],
    ["foundation.base_stays", "foundations.base_stays"],
    ["final", "foundations_final foundations"]]}
],
"columns": [
  {"if": "columns.row", "say": [
    ["row", "", "places=columns.row follows=row_follows build=columns.build"],
    ["row.either", "columns.direction=either"],
    [["row.ring", "columns.wrap", "first=columns.empty_takes last=row_ranks:final"],
     ["row.first", "", "ranks=columns.empty_takes:letters"]]]},
  {"if": "columns !columns.row", "say": [
    [["empty.from", "pair_moves", "givers=columns.takes_from:piles"],
     ["columns.from", "!columns.takes_from=none", "givers=columns.takes_from:piles"]],
    {"if": "columns_take !pair_moves !columns.capacity=1 !columns.own_ranks", "say": "built"},
    ["columns.covers", "columns.covered_by>0"],
    [["columns.own", "columns.own_ranks"],
     ["columns.closed", "columns.closed", "takes=columns.closed"]],
    ["columns.capacity", "columns.capacity", "cards=columns.capacity"],
    ["columns.complete", "columns.complete_stays"],
    ["empty.refill", "columns.refill", "supplies=columns.refill:supplies filled=columns.refill:filled"],
    ["empty.longest", "columns.longest_first"],
    {"each": "columns.opened_by", "say": [
      [["empty.last", "place", "givers=it:piles"],
       ["empty.from", "", "givers=it:piles"]]]},
    ["merges", "columns.merges", "left=columns.merges:leftward right=columns.merges:rightward"],
    {"if": "columns_take !columns.merges !stays_filled !stock.deal_to=gaps", "say": "vacancy"},
    {"each": "column_kinds", "say": [
      ["columns.kind", "", "piles=kind.of:piles"],
      ["columns.from", "!kind.takes_from=none", "givers=kind.takes_from:piles"],
      {"if": "builds", "say": "built"},
      [["empty.refill", "kind.refill", "supplies=kind.refill:supplies filled=kind.refill:filled"],
       ["empty.unfilled", "!kind.refill=none"]],
      {"if": "!kind.empty_takes=none", "say": "vacancy"}]}]}
],
"built": [
  ["columns", "", "rule=columns:built wrap=columns.wrap:number"],
  ["columns.one_way", "columns.direction=one_way"],
  ["columns.ends", "columns.ends:some_ranks", "ranks=columns.ends:some_ranks"],
  ["columns.apart", "columns.ends:suits", "suits=columns.ends:suits"],
  ["columns.lift", "", "rule=columns:lifted"],
  ["columns.supermove", "columns.supermove"]
],
"vacancy": [
  [["empty.any", "columns.empty_takes=A23456789TJQK"],
   ["empty.first", "columns.empty_takes:starred", "ranks=columns.empty_takes:starred"],
   ["empty.some", "columns.empty_takes", "ranks=columns.empty_takes:shown"],
   ["empty.none"]]
],
"reserve": [
  ["{reserve.takes}", "reserve.takes=merci|exchange|turn_up", "givers=reserve.takes_from:piles times=reserve.capacity"],
  {"if": "cells", "say": [
    [["cells.built", "reserve.sequence", "piles=reserve.piles room=reserve.capacity sequence=reserve.sequence:built ranks=reserve.begins:distinct"],
     ["cells.run", "reserve.takes=run", "piles=reserve.piles"],
     ["cells.sets", "collected_sets", "piles=reserve.piles sets=collected_sets"],
     ["cells.room", "reserve.capacity>1", "piles=reserve.piles room=reserve.capacity ranks=reserve.ranks:few"],
     ["cells", "", "piles=reserve.piles ranks=reserve.ranks:few"]],
    ["cells.sets.in_order", "sets_in_order", "sets=sets_apart"],
    {"if": "!reserve.sequence !reserve.takes=run !collected_sets", "say": [
      {"each": "own_cells", "say": [
        ["cells.own", "", "piles=piles:piles cards"]]},
      ["cells.dealt", "dealt_cells"]]},
    ["cells.from", "!reserve.takes_from=none", "givers=reserve.takes_from:piles"],
    {"each": "reserve.covered_by", "say": [
      [["cells.covers.all", "reserve.covered_while=all", "cell=place:cell covers=it:each_pile"],
       ["cells.covers", "", "cell=place:cell covers=it:each_pile"]]]}]},
  {"if": "reserve reserve.takes=none", "say": [
    ["reserve", "", "piles=reserve.piles"],
    ["reserve.refill", "reserve.refill", "supplies=reserve.refill:supplies"],
    ["reserve.closed", "reserve.closed"],
    ["reserve.covers", "reserve.covered_by>0"]]}
],
"stock": [
  {"if": "stock.waste_takes", "say": [
    ["waste", "", "sequence=stock.waste_takes:built"],
    ["columns.ends", "stock.waste_takes.ends:some_ranks", "ranks=stock.waste_takes.ends:some_ranks"],
    ["columns.apart", "stock.waste_takes.ends:suits", "suits=stock.waste_takes.ends:suits"]]},
  ["draw", "stock.actions=draw", "cards=stock.draw"],
  ["draw.packet", "stock.draw_as=packet"],
  ["draw.last", "stock.draw_as=last_only"],
  ["fills_waste", "stock.fills_waste"],
  ["open", "stock.open"],
  ["deal.shown", "stock.shows_last"],
  {"each": "layout", "say": [
    ["after_base", "it.after_base", "first=it.to:first last=it.to:last"]]},
  ["gaps", "stock.deal_to=gaps !stock.actions"],
  ["deal.{stock.deal_to}", "stock.actions=deal !stock.deals"],
  {"each": "deals", "say": [
    [["deal.last", "is_last", "number piles=piles:piles"],
     ["deal.rest", "place", "cards first=piles:first last=piles:last"],
     ["deal.piles", "", "cards first=piles:first last=piles:last"]]]},
  ["close.{stock.close}", "stock.close"],
  {"if": "stock.actions=redeal", "say": [
    [["redeals", "stock.actions=draw !stock.gather_as=under", "redeals=stock.redeals"],
     ["gather.under.deal", "stock.actions=deal stock.gather_as=under", "redeals=stock.redeals gathered=stock.deal_to"],
     ["gather.{stock.gather_as}", "", "redeals=stock.redeals shuffles=stock.shuffles:number cards=stock.gather gathered=stock.deal_to"]]]},
  {"if": "stock.gives_after", "say": [
    [["after.round", "stock.rounds>1", "piles=stock.gives_after:piles cards=stock.rounds"],
     ["after.full", "stock.rounds", "piles=stock.gives_after:piles"],
     ["after.gives", "", "piles=stock.gives_after:piles waste=awaits_waste"]]]},
  ["after.takes", "stock.takes_after_stock", "piles=stock.takes_after_stock:piles waste=awaits_waste"],
  ["after.in_turn", "take_in_turn", "piles=take_in_turn:piles"],
  {"each": "take_after_others", "say": [
    ["after.piles", "", "pile=pile:pile awaited=awaited:piles"]]},
  ["hold.{stock.hold}", "stock.hold !stock.rounds"]
]
};
