// The page's check fills each field of the search's structures that the search reads.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openBoard } from '../../service/web/engine/boards.js';
import { dealOf } from '../../service/web/engine/deals.js';
import { rulesOf } from '../../service/web/prospects/movement.js';
import { factsOf, flatOf } from '../../service/web/prospects/search.js';

const read = (path) => JSON.parse(readFileSync(new URL(`../../service/web/${path}`, import.meta.url), 'utf8'));
const { klondike } = read('engine/variants.json');
const { offsets } = read('prospects/search.json');
const { rules, opening } = dealOf(klondike, { seed: '1' });
const deal = rulesOf('klondike', rules, opening.base);

// What only deals and texts need, what concepts need that the search declines, and the address of the rows.
const UNREAD = `fits built_cells restocks gather_as shuffles closes closes_last fills_by_itself fills_gaps drawn pack printed base_apart runs_differ run_of other_run base_copy from_start kings_moved deal_to
  bases_stay same_base same_direction dependent openers late late_pile opens_after has_level level_run lifts_whole base_first complete_size complete_stays outranked order_of order gathered_first gathered_end matches closed one_way has_own own stays_closed distinct_ranks jacks_apart groups group_start group_end
  spade_ace_last ace_last base_from base_place bases base base_pile laid layout_pile layout_face layout_first layout_heads layout_sweeps rounds spread spread_column heads ends_piles sorted sorted_to king_first ace_or_king_first kings_last ranked free_givers limit two_aces_last mixed_faces name name_bytes sizeof
  builds_pairs leads_pair shows_last mercis exchanges awaits lowest_first collecting covered_by_all beneath draws_open merges hands points sets set_ranks set_beside set_suits opens_to_all opens_first opening_cards row_width ring row_step row_base packet last_draw_only closed_takes after before ranks_first rank_first run_cells`;

test('every field of the rules is filled, or known as one that the search does not read', () => {
  assert.deepEqual([...Object.keys(flatOf(deal)), ...UNREAD.split(/\s+/)].sort(), Object.keys(offsets.Flat).sort());
});

test('every fact that does not follow from the others is filled', () => {
  const fields = Object.keys(offsets.Facts);
  assert.deepEqual(Object.keys(factsOf(deal)), fields.slice(0, fields.indexOf('like')));
});

test('positions of boards and decks are plain data, which can be sent to a worker', () => {
  const { deck } = dealOf(klondike, { seed: '1' });
  const codes = deck.map((card) => 'A23456789TJQK'[card % 13] + 'CDHS'[Math.floor((card % 52) / 13)]);
  const home = [...'CSHD'].map((suit, index) => `F${index + 1}=${[...'A23456789TJQK'].map((rank) => rank + suit).join('')}`);
  for (const dealt of [{ deck: codes }, { board: home.join(';') }]) {
    const { opening: position } = dealOf(klondike, dealt, openBoard);
    assert.deepEqual(structuredClone(position), position);
  }
});
