// A small referee in another language, written from docs/rules.md alone: it reads replay requests, one per line,
// and answers the least that `referee conform` asks for. Cards are codes such as "TH"; piles list them bottom to top.
import { createInterface } from "node:readline";

const RANKS = "A23456789TJQK";
const rank = (card) => RANKS.indexOf(card[0]);
const suit = (card) => card[1];
const red = (card) => "DH".includes(card[1]);
const span = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const down = (from, to) => span(to, from).reverse();
const times = (count, value) => Array(count).fill(value);

// Foundations: suits that may open them, ranks in order, how they build, cards there at the start.
const bySuit = (suits, ranks, dealt = 0) => [...suits].map((s) => ({ suits: s, ranks, build: "suit", dealt }));
const sequences = (count, build) => times(count, { suits: "CDHS", ranks: "KQJT98765432A", build, whole: true, dealt: 0 });
const round = (columns, up = false) => ({ columns, up });

function rougeEtNoir(longest, options, pysolfc) {
  const colours = ["DH", "DH", "CS", "CS"].map((suits) => ({ suits, ranks: RANKS, build: "colour", dealt: 0 }));
  const alternating = [..."CSHD"].map((suits) => ({ suits, ranks: RANKS, build: "alternating", dealt: 0 }));
  return {
    columns: 10, build: "alternating", lift: "run", vacancy: "king",
    rounds: [...down(longest, 1).map((last) => round(down(last, 1))), round(down(9, 1), true)],
    foundations: [...(pysolfc ? alternating : colours), ...sequences(4, "alternating")],
    actions: ["deal"], blocked: options.deal === "when_blocked" ? "deal" : "",
    winning: options.win === "four_sequences" ? [4, 5, 6, 7] : span(0, 7),
  };
}

function royalRendezvous(options, pysolfc) {
  const order = pysolfc ? "CSHD" : "CDHS";
  const eight = options.twos === "eight";
  return {
    columns: 0, rounds: [], reserve: 16, actions: ["draw"],
    foundations: [
      ...(pysolfc ? bySuit(order, "K") : bySuit(order, RANKS, eight ? 2 : 1)),
      ...(pysolfc ? bySuit(order, RANKS, 1) : bySuit(order, "A3579JK", 1)),
      ...bySuit(order, "2468TQ", 1),
      ...(pysolfc ? bySuit(order, "A3579J", 1) : []),
    ],
    kingAfter: pysolfc ? {} : { 0: 4, 1: 5, 2: 6, 3: 7 },
    blocked: options.draw === "when_blocked" ? "draw" : "",
    drawn: pysolfc ? 1 : 0, movable: pysolfc,
  };
}

function doubleRussian(options, order, faceDown, faceUp) {
  return {
    columns: 10, build: "suit", lift: options.groups === "in_sequence" ? "run" : "any", vacancy: "king",
    rounds: [...span(2, faceDown).map((first) => round(span(first, 10))), ...faceUp.map((first) => round(span(first, 10), true))],
    foundations: bySuit(order, RANKS), actions: [],
  };
}

const VARIANTS = {
  "rouge-et-noir": (options) => rougeEtNoir(8, options),
  "rouge-et-noir-classic": (options) => rougeEtNoir(7, options),
  "pysolfc-rouge-et-noir": (options) => rougeEtNoir(7, options, true),
  "rouge-et-noir-hoffmann": (options) => ({
    columns: 8, build: "alternating", lift: "one", vacancy: "stock", rounds: [round(span(1, 8), true)],
    foundations: bySuit("CCDDHHSS", RANKS, 1), actions: ["draw", "redeal"], fromWaste: true,
    redeals: options.redeals === undefined || options.redeals === "unlimited" ? Infinity : options.redeals,
  }),
  "royal-rendezvous": (options) => royalRendezvous(options),
  "pysolfc-royal-rendezvous": (options) => royalRendezvous(options, true),
  "double-russian": (options) => doubleRussian(options, "CCDDHHSS", 10, [1, 1, 1, 1, 1, 2]),
  "pysolfc-double-russian": (options) => doubleRussian(options, "CCSSHHDD", 9, times(6, 1)),
  "spider": () => ({
    columns: 10, build: "any", lift: "suit", vacancy: "any", foundations: sequences(8, "suit"), actions: ["deal"],
    rounds: [...times(4, round(span(1, 10))), round([1, 4, 7, 10]), round(span(1, 10), true)], noGaps: true,
  }),
  "forty-thieves": () => ({
    columns: 10, build: "suit", lift: "one", vacancy: "any", rounds: times(4, round(span(1, 10), true)),
    foundations: bySuit("CCSSHHDD", RANKS), actions: ["draw"], fromWaste: true, drawn: 1, movable: true,
  }),
};

// Seeds (§8)

function mersenne(number) {
  const state = new Uint32Array(624);
  const key = [];
  for (let rest = number; rest > 0n; rest >>= 32n) key.push(Number(rest & 0xffffffffn));
  state[0] = 19650218;
  for (let i = 1; i < 624; i++) state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
  let [i, j] = [1, 0];
  const wrap = () => { if (++i >= 624) { state[0] = state[623]; i = 1; } };
  for (let k = Math.max(624, key.length); k > 0; k--) {
    state[i] = (state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), 1664525)) + key[j] + j;
    j = (j + 1) % key.length;
    wrap();
  }
  for (let k = 623; k > 0; k--) {
    state[i] = (state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), 1566083941)) - i;
    wrap();
  }
  state[0] = 0x80000000;
  let at = 624;
  const next = () => {
    if (at === 624) {
      for (let n = 0; n < 624; n++) {
        const y = (state[n] & 0x80000000) | (state[(n + 1) % 624] & 0x7fffffff);
        state[n] = state[(n + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      at = 0;
    }
    let y = state[at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
  return (size) => {
    const [a, b] = [next() >>> 5, next() >>> 6];
    return Math.floor(((a * 67108864 + b) / 9007199254740992) * size);
  };
}

function microsoft(number) {
  let x = number >= 1n << 32n ? number - (1n << 32n) : number;
  return (size) => {
    x = (x * 214013n + 2531011n) & 0x1ffffffffn;
    let r = Number((x >> 16n) & 0x7fffn);
    if (number >= 1n << 32n) r = Number((x >> 16n) & 0xffffn) + 1;
    else if (number >= 1n << 31n) r |= 0x8000;
    return r % size;
  };
}

function shuffled(seed) {
  const pack = [0, 1].flatMap((deck) => [..."CSHD"].flatMap((s) => [...RANKS].map((r) => ({ card: r + s, deck }))));
  const number = BigInt(seed.replace("ms", ""));
  const draw = seed.startsWith("ms") || number < 32000n ? microsoft(number) : mersenne(number);
  for (let n = 103; n > 0; n--) {
    const j = draw(n + 1);
    [pack[n], pack[j]] = [pack[j], pack[n]];
  }
  return pack.reverse();
}

// Of a seed the first deck's copies lie on the foundations, of a deck the first that are met.
function deckOf(game, request) {
  const bases = game.foundations.flatMap((f) => [...f.ranks.slice(0, f.dealt)].map((r) => r + f.suits));
  const pack = request.deck ? request.deck.map((card) => ({ card, deck: 0 })) : shuffled(String(request.seed));
  const rest = [...pack];
  for (const base of bases) {
    const copies = rest.filter(({ card }) => card === base).sort((a, b) => a.deck - b.deck);
    rest.splice(rest.indexOf(copies[0]), 1);
  }
  return rest.map(({ card }) => card);
}

class Position {
  constructor(game, request) {
    this.game = game;
    this.piles = {};
    this.down = {};
    this.redeals = 0;
    const cards = deckOf(game, request);
    this.columns = span(1, game.columns).map((n) => `T${n}`);
    this.foundations = span(1, game.foundations.length).map((n) => `F${n}`);
    this.reserve = span(1, game.reserve ?? 0).map((n) => `R${n}`);
    for (const name of this.columns) [this.piles[name], this.down[name]] = [[], 0];
    game.foundations.forEach((f, i) => (this.piles[`F${i + 1}`] = [...f.ranks.slice(0, f.dealt)].map((r) => r + f.suits)));
    for (const { columns, up } of game.rounds) {
      for (const n of columns) {
        this.piles[`T${n}`].push(cards.shift());
        if (!up) this.down[`T${n}`]++;
      }
    }
    for (const name of this.reserve) this.piles[name] = [cards.shift()];
    if (game.actions.includes("draw")) this.piles.W = cards.splice(0, game.drawn ?? 0);
    if (game.actions.length) this.piles.S = cards.reverse();
  }

  foundation(name) {
    return this.game.foundations[Number(name.slice(1)) - 1];
  }

  full(name) {
    return this.piles[name].length === this.foundation(name).ranks.length;
  }

  get won() {
    return (this.game.winning ?? span(0, this.foundations.length - 1)).every((i) => this.full(this.foundations[i]));
  }

  // The first check of §1 that fails, or null.
  whyNot(move) {
    if (this.won) return "game_over";
    return move.action ? this.whyNoAction(move.action) : this.whyNoMove(move);
  }

  whyNoAction(action) {
    const { game, piles } = this;
    if (!game.actions.includes(action)) return "unknown_action";
    if (action === "redeal") {
      if (piles.S.length) return "stock_not_empty";
      if (!piles.W.length) return "waste_empty";
      return this.redeals < game.redeals ? null : "no_redeals_left";
    }
    if (!piles.S.length) return "stock_empty";
    if (game.noGaps && this.columns.some((name) => !piles[name].length)) return "empty_column";
    if (game.blocked === action) {
      for (const move of this.cardMoves()) {
        if (action === "draw" || this.isForward(move)) return "moves_available";
      }
    }
    return null;
  }

  whyNoMove({ source, target, count }) {
    const { game, piles } = this;
    if (!piles[source] || (target !== "F" && !piles[target])) return "unknown_pile";
    if (source === "S" || (source[0] === "F" && !game.movable)) return "source_locked";
    if ("RWS".includes(target[0])) return "target_locked";
    if (source === target) return "same_pile";
    if (!piles[source].length) return "source_empty";
    if (count > piles[source].length) return "not_enough_cards";
    if (count > piles[source].length - (this.down[source] ?? 0)) return "face_down_card";
    if (target !== "F") return this.whyNotOnto(source, target, count);
    return this.lowest(source, count) ? null : "no_foundation_accepts";
  }

  lowest(source, count) {
    return this.foundations.find((name) => name !== source && !this.whyNotOnto(source, name, count));
  }

  whyNotOnto(source, target, count) {
    const group = this.piles[source].slice(-count);
    const singly = source === "W" || this.game.lift === "one" || (target[0] === "F" && !this.foundation(target).whole);
    if (count > 1 && singly) return "one_card_only";
    if (!this.isUnit(group)) return "broken_sequence";
    return target[0] === "F" ? this.whyNotOnFoundation(target, group) : this.whyNotOnColumn(target, group);
  }

  isUnit(group) {
    if (this.game.lift === "any") return true;
    const build = this.game.lift === "suit" ? "suit" : this.game.build;
    return group.every((card, i) => i === 0 || (fits(build, group[i - 1], card) && rank(card) === rank(group[i - 1]) - 1));
  }

  whyNotOnFoundation(target, group) {
    const { suits, ranks, build, whole } = this.foundation(target);
    const pile = this.piles[target];
    const card = group[0];
    if (this.full(target)) return "foundation_full";
    if (whole) return group.length === 13 && rank(card) === 12 ? null : "incomplete_sequence";
    if (build === "alternating") {
      if (rank(card) === 0 && suit(card) !== suits) return "wrong_suit";
      if (pile.length && red(card) === red(pile.at(-1))) return "wrong_color";
    } else if (!suits.includes(suit(card))) {
      return build === "colour" ? "wrong_color" : "wrong_suit";
    }
    if (card[0] !== ranks[pile.length]) return pile.length ? "wrong_rank" : "needs_base";
    const guard = this.game.kingAfter?.[Number(target.slice(1)) - 1];
    return card[0] === "K" && guard !== undefined && !this.full(this.foundations[guard]) ? "king_locked" : null;
  }

  whyNotOnColumn(target, group) {
    const top = this.piles[target].at(-1);
    if (!top) {
      if (this.game.vacancy === "stock") return "vacancy_reserved";
      return this.game.vacancy === "king" && rank(group[0]) !== 12 ? "needs_king" : null;
    }
    if (!fits(this.game.build, top, group[0])) return this.game.build === "suit" ? "wrong_suit" : "wrong_color";
    return rank(group[0]) === rank(top) - 1 ? null : "wrong_rank";
  }

  *cardMoves() {
    const sources = [...this.columns, ...this.reserve, ...(this.piles.W ? ["W"] : []), ...this.foundations];
    for (const source of sources) {
      for (const target of [...this.columns, ...this.foundations]) {
        for (let count = 1; count <= this.piles[source].length; count++) {
          const move = { source, target, count };
          if (!this.whyNoMove(move)) yield move;
        }
      }
    }
  }

  // §2: a single card onto a foundation, or a move between columns that cannot simply be undone.
  isForward({ source, target, count }) {
    if (target[0] === "F") return !this.foundation(target).whole;
    const pile = this.piles[source];
    const left = pile.length - count;
    if (left > 0 && left === this.down[source]) return true;
    const card = pile[left];
    if (left === 0) return rank(card) !== 12;
    return !fits(this.game.build, pile[left - 1], card) || rank(card) !== rank(pile[left - 1]) - 1;
  }

  play({ action, source, target, count }) {
    const { piles } = this;
    if (action === "deal") for (const name of this.columns) if (piles.S.length) piles[name].push(piles.S.pop());
    if (action === "draw") piles.W.push(piles.S.pop());
    if (action === "redeal") {
      piles.S = piles.W.reverse();
      piles.W = [];
      this.redeals++;
      for (const name of this.columns) this.settle(name);
    }
    if (action) return;
    const onto = target === "F" ? this.lowest(source, count) : target;
    piles[onto].push(...piles[source].splice(-count));
    this.settle(source);
  }

  settle(name) {
    const pile = this.piles[name];
    if (pile.length) {
      if (this.down[name] === pile.length) this.down[name]--;
    } else if (name[0] === "R" || (name[0] === "T" && this.game.vacancy === "stock")) {
      const supply = [name[0] === "R" ? this.piles.W : [], this.piles.S].find((cards) => cards.length);
      if (supply) pile.push(supply.pop());
    }
  }

  get outcome() {
    if (this.won) return "won";
    const { game, piles } = this;
    if (!this.whyNoAction("deal") || !this.cardMoves().next().done) return "in_progress";
    if (!piles.W) return "lost";
    const again = game.actions.includes("redeal") && this.redeals < game.redeals;
    if (again && piles.W.length && this.columns.some((name) => !piles[name].length)) return "in_progress";
    const targets = [...this.foundations, ...(game.fromWaste ? this.columns : [])];
    const coming = [...piles.S, ...(again ? piles.W : [])];
    const playable = (card) => targets.some((name) =>
      !(name[0] === "F" ? this.whyNotOnFoundation(name, [card]) : this.whyNotOnColumn(name, [card])));
    return coming.some(playable) ? "in_progress" : "lost";
  }

  get state() {
    const listed = (names) => names.map((pile) => ({ pile, cards: this.piles[pile] }));
    return {
      tableau: listed(this.columns).map((column) => ({ ...column, face_down: this.down[column.pile] })),
      foundations: listed(this.foundations), reserve: listed(this.reserve),
      stock: this.piles.S ?? [], waste: this.piles.W ?? [],
    };
  }
}

function fits(build, top, card) {
  if (build === "any") return true;
  return build === "suit" ? suit(top) === suit(card) : red(top) !== red(card);
}

const TOKEN = /^(?:(deal|draw|redeal)|([SW]|[TFR][1-9][0-9]?)-([SW]|[TFR][1-9][0-9]?|F)(?:x([1-9][0-9]{0,2}))?)$/;

function judge(request) {
  const moves = request.moves.map((token) => (token.endsWith("\n") ? null : TOKEN.exec(token)));
  if (moves.includes(null)) return { malformed: true };
  const position = new Position(VARIANTS[request.variant](request.rules ?? {}), request);
  for (const [index, [, action, source, target, count]] of moves.entries()) {
    const move = { action, source, target, count: Number(count ?? 1) };
    const reason = position.whyNot(move);
    if (reason) return verdict(position, index, { index, reason });
    position.play(move);
  }
  return verdict(position, moves.length, null);
}

function verdict(position, played, illegal) {
  return {
    valid: !illegal, moves_played: played, outcome: position.outcome, first_illegal_move: illegal,
    final_state: position.state,
  };
}

if (process.argv[2] === "--variants") {
  console.log(Object.keys(VARIANTS).join("\n"));
  process.exit();
}
createInterface({ input: process.stdin }).on("line", (line) => console.log(JSON.stringify(judge(JSON.parse(line)))));
