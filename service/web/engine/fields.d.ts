// Generated from docs/reference/declaration.schema.json by python -m tools.declaration_schema.

/**
 * The rules of a game, all options settled. `GET /v1/variants/{variant}` returns them as `declaration`, with
 * every field. Together with docs/rules.md §1, which defines the moves and the order of the checks, it says
 * everything that an engine needs to deal and to referee the game. An engine must refuse a declaration with a
 * field or a value that it does not know.
 */
export interface Declaration {
  /** The foundations, F1 first. */
  foundations: Foundation[];
  /** The number of packs. */
  packs: number;
  /**
   * The suits of each pack in the order clubs, spades, hearts, diamonds. `CSHD` is a usual pack. With `CCCC`, all
   * cards of a pack are clubs: cards are shuffled as four suits and then printed. With fewer letters, such as `H`,
   * the pack has these suits alone, and is shuffled without the others.
   */
  suits: string;
  /** The ranks of each pack, from Ace to King. */
  ranks: string;
  /**
   * The rounds in which the deck is dealt, in order. Cards that foundations name by `dealt` are taken out of the
   * deck before. The cards after the last round, and after `stock.drawn_at_start`, are the stock.
   */
  layout: Round[];
  /** The rank that `A` stands for. */
  base: Base;
  /** How the deck is rearranged before it is dealt; null if it is not. */
  arrange: Arrange | null;
  /** The tableau; null without one. */
  columns: Columns | null;
  /** The reserve piles; null without any. */
  reserve: Reserve | null;
  /** The stock; null without one. */
  stock: Stock | null;
  /**
   * The cards that leave together, to the discard pile F1, the only foundation, or to foundations that begin with
   * a pair; null where no cards do.
   */
  pairs: Pairs | null;
  /** What wins. */
  win: Win;
  /**
   * What wins the game under `complete`: the foundations that have to be complete, and other piles, or kinds of
   * piles, that have to be empty; empty for all foundations.
   */
  won_when: string[];
  /** Where hands win: how many points they have to be worth; null elsewhere. */
  points: number | null;
  /**
   * Whether cards stay on foundations. If not, the top card of a foundation may move to any other pile that takes
   * it.
   */
  foundations_final: boolean;
  /**
   * When play sets the rank with which all foundations begin, that of the first card on any of them; null where it
   * does not.
   */
  same_base: SameBase | null;
  /** The piles, or kinds of piles, of which one gives this first card; null if any may, as with `any_time` alone. */
  base_from: string[] | null;
}

/**
 * How the suit of a card fits the card below it. `by_suit`: the same suit. `by_color`: the same colour.
 * `alternating`: the other colour. `other_suit`: any other suit. `any_suit`: any suit.
 */
export type Build = 'by_suit' | 'by_color' | 'alternating' | 'other_suit' | 'any_suit';

/**
 * The rank of a card compared with the card below it. `down`: one lower. `up`: one higher. `either`: one lower
 * or one higher, card by card. `one_way`: one lower or one higher: on a column whose two top cards lie face up
 * and fit so, the way that these two go. Foundations are all built so, or none, and all go the way of the first
 * of them that has two cards. `same`: the same rank. `any`: any rank. `lower`: any lower rank. Only columns are
 * built so. `double`: twice the rank, less 13 where that is more than 13. Only foundations are built so.
 * `by_twos`: two higher: the Ace follows the Queen, and the Two the King. Only foundations are built so.
 * `outranked`: any rank, as long as the top card of another column than the card's is a higher card of the same
 * suit, Aces highest. Only foundations are built so.
 */
export type Direction = 'down' | 'up' | 'either' | 'one_way' | 'same' | 'any' | 'lower' | 'double' | 'by_twos' | 'outranked';

/** One foundation. */
export interface Foundation {
  /** The suits that its first card may have. */
  suits: string;
  /**
   * The ranks of its cards in order, from the first to the last. A rank may come again. With `direction`: the
   * ranks that its first card may have, each once.
   */
  ranks: string;
  /** How the suit of a card fits the card below it on the foundation. */
  build: Build;
  /**
   * The number of its cards that it has when the game opens: the first `dealt` ranks in its suit. The first copy
   * of each in dealing order is taken out of the deck.
   */
  dealt: number;
  /**
   * The suits that the card dealt there may have, if other than `suits`, and with `direction` the ranks, if other
   * than `ranks`; empty for these. Built by suit, it takes cards of `suits` alone, whatever is dealt there.
   */
  dealt_as: string;
  /**
   * Whether it takes all its cards in one move from a column, and no fewer. With `direction: same`, it takes sets
   * instead, any number of them: as many cards of one rank as it has `suits`, each set in one move.
   */
  whole: boolean;
  /** How the rank of each card follows the card below it, where no order of `ranks` is given; null where it is. */
  direction: Direction | null;
  /** With `direction`: whether Ace and King are consecutive. */
  wrap: boolean;
  /** With `direction`: the number of cards that it takes; null without. */
  cards: number | null;
  /** The foundation that must be complete before this one takes its last card; empty if there is none. */
  last_after: string;
  /**
   * The piles, or kinds of piles, from which cards may be moved there; null for all. The last one may have ranks,
   * as in `T:AQ`: the piles that are not named before give only cards of these ranks.
   */
  takes_from: string[] | null;
  /** Whether the first card stays there, in games whose cards may leave foundations. */
  base_stays: boolean;
  /**
   * What it follows, empty for nothing. A foundation, such as `F1`: its first card is of the rank of that
   * foundation's first card, and each later one of a rank that this foundation has. `T`, the columns: its first
   * card is the lowest of its suit on top of columns, no foundation takes it otherwise, and no other foundation
   * with `T` alone begins with its suit. `T F1`: likewise, but it has the suit of F1's first card.
   */
  matches: string;
}

/** One card onto each of these piles. */
export interface Round {
  /**
   * The piles in dealing order: names and ranges, separated by spaces. `T1-T7` counts up and `T7-T1` down. `F` is
   * the foundation of a base card: the lowest-numbered empty foundation whose `suits` have the card's suit. `W` is
   * the waste.
   */
  to: string;
  /** Whether the cards are dealt face up. A face-up card of a column can lie under face-down ones. */
  face_up: boolean;
  /**
   * Whether a card that a foundation takes goes there while it is dealt; in a game without foundations, a card
   * that begins a `row` goes to the first empty place that takes it. Its place in the round then stays without a
   * card.
   */
  home: boolean;
  /**
   * The ranks of cards that go to foundations once the round is dealt; none if empty. As long as one takes the top
   * card of a column, that of the lowest-numbered such column goes to the lowest-numbered one.
   */
  sweeps: string;
  /**
   * The ranks of cards that begin a pile; none if empty. If there are some, the round deals all cards that are
   * left, each onto the pile of the one before, at first the first of `to`. A card of these ranks goes to the next
   * pile if that pile has a card. With `*`, as in `A*`, they end a pile: the card after one of them goes to the
   * next pile. With `home`, only cards of these ranks go to foundations, and the next card takes the place of
   * each.
   */
  heads: string;
  /**
   * The suits, or the ranks, whose cards go to the piles `to`, in their order; empty where cards go there in turn.
   * If there are some, the round deals all cards that are left, each to the pile of its own.
   */
  by: string;
  /**
   * Whether the round waits until play has set the base (`base_from`). Then it deals stock cards, as long as there
   * are some, to those of its piles that are empty.
   */
  after_base: boolean;
}

/**
 * The rank that `A` stands for in the ranks of foundations and in `empty_takes`. There `2` is the next higher
 * rank and `K` the next lower one, from Ace to King and round again. All other ranks are those of the cards:
 * columns that do not wrap go from Ace to King, whatever the base. `A`: the Ace. `first`: the rank of the card
 * that the layout deals to `F`. `first_rank`: the rank of the deck's first card. The four cards of this rank are
 * dealt first, in their order, and then the other cards. The first rounds of the layout deal three or all four
 * of them to `F`.
 */
export type Base = 'A' | 'first' | 'first_rank';

/**
 * How the deck is rearranged before it is dealt. `kings_down`: kings go to the bottom of their columns. Places
 * are counted from 0, apart from cards that foundations name by `dealt`, and n is the number of columns in the
 * first round. Each King that the first rounds deal to these columns, in dealing order, is at some place i. The
 * cards below it in its column are at i mod n, i mod n + n, … below i. It swaps places with the first of these
 * that is not a King. The last of these rounds may go to the first columns only. A seed of such a game is dealt
 * from the start of the shuffled pack instead of its end. `ace_of_spades_last`: the first ace of spades is dealt
 * last. `ace_last`: the Ace that is dealt after all other Aces is dealt after all other cards. `last_kings`: of
 * Kings that foundations name by `dealt`, a seed takes the copies of the last packs instead of the first. A deck
 * that is given is dealt as it is. `distinct_ranks`: no group has two cards of one rank; a group is the cards
 * that rounds of one card each deal to the same pile. While a group has, the first such card swaps places with
 * one of those dealt after the group, which the numbers of the seed's generator choose (docs/rules.md §1). A
 * deck that is given is dealt as it is. `sixes_distinct`: as `distinct_ranks`, but a group is six cards that are
 * dealt one after the other: the first six, the next six, and so on, as long as other cards come after them.
 * `jacks_apart`: if the first group with several Jacks has three, the second of them swaps places with the card
 * dealt last, or the one before it if that is a Jack. Groups are as under `distinct_ranks`. `aces_first`: the
 * Aces are dealt first: clubs, spades, hearts, diamonds. `king_first`: the King that a seed deals last, apart
 * from cards that foundations name by `dealt`, is dealt first. A deck that is given is dealt as it is if it
 * begins with a King; if not, its last King is dealt first. `ace_or_king_first`: if the first round of the
 * layout deals no Ace and no King, the last card of the deck that is one is dealt first. `kings_last`: the
 * rounds of the layout deal n cards. The last n cards of the deck that are not Kings are dealt first, and the
 * Kings behind the first of these last, all in their order. A deck that is given is dealt as it is if none of
 * its first n cards is a King. `twos_first`: the Twos and then the Aces are dealt first, each in the order
 * clubs, spades, hearts, diamonds. `aces_and_kings_first`: the Aces and then the Kings are dealt first, each in
 * the order clubs, spades, hearts, diamonds. `two_aces_last`: kings go down as under `kings_down`. Then the two
 * Aces nearest to the end of the deck are dealt last, in the order clubs, spades, hearts, diamonds. A deck that
 * is given is dealt as it is if it ends with two Aces.
 */
export type Arrange = 'kings_down' | 'ace_of_spades_last' | 'ace_last' | 'last_kings' | 'distinct_ranks' | 'sixes_distinct' | 'jacks_apart' | 'aces_first' | 'king_first' | 'ace_or_king_first' | 'kings_last' | 'twos_first' | 'aces_and_kings_first' | 'two_aces_last';

/**
 * Which cards may leave a column together, where they need not be a sequence. `one`: only the top card. `any`:
 * any card with all cards above it. `whole`: a sequence in `build`, but only the whole column, even a single
 * card, moves to another column.
 */
export type Lift = 'one' | 'any' | 'whole';

/**
 * What a column takes while its top card waits, face down, for the player to turn it up. `takes_any`: any card,
 * or group that leaves a column together. `takes_none`: no card.
 */
export type Closed = 'takes_any' | 'takes_none';

/** Columns with rules of their own. What is null is as for the other columns. */
export interface ColumnKind {
  /** The columns of the kind. */
  of: string;
  /**
   * How the suit of a card fits the top card of the column that takes it, and perhaps another direction, as in
   * `alternating:up`. Cards go one at a time to a column of another direction.
   */
  build: string | null;
  /** Which cards may leave a column together. */
  lift: Lift | Build | null;
  /** The ranks that an empty column takes; none if empty. */
  empty_takes: string | null;
  /** The piles, or kinds of piles, from which cards may be moved there; none if empty. */
  takes_from: string[] | null;
  /** The piles that fill an empty column at once; none if empty. */
  refill: string[] | null;
}

/** The tableau columns, T1 first. */
export interface Columns {
  /** The number of columns. */
  number: number;
  /** How the suit of a card fits the top card of the column that takes it. */
  build: Build;
  /**
   * Which cards may leave a column together. A build: a sequence, that is cards of consecutive ranks in
   * `direction`, each of which fits the card below it by this build. With `either`, a sequence goes one way
   * throughout, all down or all up.
   */
  lift: Lift | Build;
  /** How the rank of a card on a column follows the card below it. */
  direction: Direction;
  /**
   * Whether Ace and King are consecutive in columns: one below the Ace is the King, and one above the King is the
   * Ace. In rows: whether they are a ring (`row`).
   */
  wrap: boolean;
  /**
   * The ranks on which no card is put, and the suits that stay apart: no column takes a card of theirs, and no
   * card is put on one.
   */
  ends: string;
  /** How many ranks `down`, `up` and `either` go from card to card. */
  step: number;
  /**
   * How the suit of a card fits a card of the same rank, where it may be put there as well; null where it may not.
   * Cards of one rank that fit so then leave a column together, as a sequence does.
   */
  level: Build | null;
  /**
   * Whether several cards move to another column only if they are the whole column. Moves to foundations are not
   * affected.
   */
  whole_only: boolean;
  /**
   * Whether several cards may move to another column although `lift` allows fewer. They must be a sequence in
   * `build`. They are cut into the fewest parts that `lift` allows (single cards for `one`). There may be (1 +
   * empty cells) · 2^(empty columns without the target) of these; the power is 1 if `empty_takes` is not all
   * thirteen ranks. One part may always move.
   */
  supermove: boolean;
  /** The most cards on a column; null without limit. */
  capacity: number | null;
  /**
   * Whether a complete column gives no card: one that has `capacity` cards, all face up, each of which fits the
   * one below it as columns build.
   */
  complete_stays: boolean;
  /**
   * The ranks that an empty column takes, as a single card or as the lowest card of a group; none if empty. With
   * `*`, as in `K*`, it takes any once all cards of these ranks lie lowest in columns.
   */
  empty_takes: string;
  /**
   * What a column takes as long as its top card lies face down, where a face-down card that becomes the top card
   * stays face down until the player turns it up, with a move such as `T3-T3`; null where it is turned face up at
   * once.
   */
  closed: Closed | null;
  /**
   * For each column, the ranks of its own; empty where columns build. A column with cards takes only cards of its
   * own ranks, whatever lies on it. When a card is moved to a column of its rank, the topmost face-down card of
   * that column is turned up and goes to the column that the arriving card left. If that column is of the rank of
   * the card turned up, its own topmost face-down card is turned up and goes to its top, and so on.
   */
  own_ranks: string[];
  /**
   * The piles that fill an empty column at once: the first of them that has a card. If none has one, the column
   * stays empty and `empty_takes` applies. The stock may come several times, last: then it gives as many cards, as
   * long as it has some.
   */
  refill: string[];
  /**
   * Whether the reserve piles of `refill` fill a column in the order of their lengths, the longest first, and
   * piles of one length in the order of `refill`.
   */
  longest_first: boolean;
  /** The piles, or kinds of piles, from which cards may be moved to a column; null for all, and none if empty. */
  takes_from: string[] | null;
  /**
   * Lists of piles, or kinds of piles, from which an empty column takes cards, whatever `takes_from` says. The
   * piles of a later list open a column only once the reserve piles of all earlier lists are empty. Null: as
   * `takes_from` says.
   */
  opened_by: string[][] | null;
  /**
   * For each column, the columns that lie on it; empty if none lies on another. A column is covered as long as one
   * of those that lie on it has a card. A covered column neither gives nor takes a card. If its top card is face
   * down, it is turned face up as soon as the column is no longer covered.
   */
  covered_by: string[];
  /**
   * The columns that differ from the others, by kind. A group of cards leaves its column as the rules of that
   * column say, and goes to another column as the rules of the other one say.
   */
  kinds: ColumnKind[];
  /**
   * The number of columns in a row, where columns are places for one card that lie in rows, T1 first; null
   * elsewhere. Cards then follow the neighbouring card instead of the card below. The first place of a row takes
   * only the rank of `empty_takes`. Any other empty place takes a card that follows the card of the place before
   * it as columns build. With `either`, it also takes a card one rank lower than the card of the next place, which
   * may be the first of the next row. Cards are *in place* from the first place on: it has the rank of
   * `empty_takes`, and each next one is of the same suit and one rank higher, or with `down` one rank lower. With
   * `wrap`, all places are a ring: T1 is next to the last place, and none is the first of a row. A card of the
   * rank of `empty_takes` then follows any card of the last rank that the ring has, and cards are in place from
   * any such card on.
   */
  row: number | null;
  /**
   * Where columns are one line of single cards: how many places a card may go to the left, or to the right if the
   * number is negative. It replaces the card there, which goes to F1, and the cards after the gap close up. None
   * elsewhere.
   */
  merges: number[];
}

/**
 * Which cards may be moved to a reserve pile. `none`: no card. `one`: any single card while there is room
 * (`capacity`); such a pile is a cell. `run`: once the stock is empty: one card, or cards that may leave a
 * column together, while the pile has none. They leave as they would leave a column. Such a pile is a cell, too.
 * `merci`: as often in a game as `capacity` says: the top card of a column, if a foundation or another column
 * takes the card under it. That card goes to the first one that does, foundations first, and the top card
 * returns to its column. `exchange`: as often in a game as `capacity` says: two or more cards from the top of a
 * column. The first and the last of them change places in the column. `turn_up`: as often in a game as
 * `capacity` says, where columns have ranks of their own (`columns.own_ranks`) and take cards from one column:
 * once the top card of that column is of its own rank, a card of any column. The topmost face-down card of that
 * column is turned up and goes to the one from which columns take cards.
 */
export type Takes = 'none' | 'one' | 'run' | 'merci' | 'exchange' | 'turn_up';

/** Which card may be put on which. */
export interface Sequence {
  /** How the suit of a card fits the card below it. */
  build: Build;
  /** How the rank of a card follows the card below it. */
  direction: Direction;
  /** Whether Ace and King are consecutive. */
  wrap: boolean;
  /** The ranks on which no card is put, and the suits whose cards neither follow nor are followed. */
  ends: string;
  /** How many ranks `down`, `up` and `either` go from card to card. */
  step: number;
}

/**
 * How many of the piles that lie on another have cards while they cover it. `any`: at least one. `all`: each of
 * them.
 */
export type CoveredWhile = 'any' | 'all';

/**
 * The reserve piles, R1 first. Only the top card of a pile can be played. A face-down card that becomes the top
 * card is turned face up at once (but see `closed`).
 */
export interface Reserve {
  /** The number of reserve piles. */
  piles: number;
  /** Which cards may be moved there. */
  takes: Takes;
  /** The piles that fill an empty reserve pile at once: the first of them that has a card. */
  refill: string[];
  /** The most cards on a pile that takes moved cards; of a merci, how often it can be used in a game. */
  capacity: number;
  /** The ranks that may be moved there. */
  ranks: string;
  /** How the cards of a pile that takes moved cards follow each other; null where any card lies on any. */
  sequence: Sequence | null;
  /**
   * For each pile, the ranks and suits of the first card that may be moved there, where cells are built in
   * sequence or take cards of their own: `K` is any King, `C` any club. With `sequence`, a pile whose first card
   * is another, because it was dealt there, takes no card.
   */
  begins: string[];
  /** Whether a face-down card that becomes the top card is turned face up only if it is the last one of its pile. */
  closed: boolean;
  /** The piles, or kinds of piles, from which cards may be moved there; null for all. */
  takes_from: string[] | null;
  /**
   * For each reserve pile, the reserve piles or columns that lie on it; empty if none lies on another. A pile
   * gives no card as long as it is covered (`covered_while`). A cell takes cards all the same.
   */
  covered_by: string[];
  /**
   * Whether a pile is covered as long as one of the piles that lie on it has a card, or only as long as each of
   * them has one.
   */
  covered_while: CoveredWhile;
}

/**
 * How the cards of a draw go to the waste, and which cards leave it. `packet`: they are moved together and keep
 * their order, so that the top card of the stock becomes that of the waste. `last_only`: a draw first turns the
 * cards of the waste face down, so that only cards of the last draw can be moved. They stay face down until a
 * redeal.
 */
export type DrawAs = 'packet' | 'last_only';

/**
 * The piles that `deal` deals to, lowest number first. `columns`: one card on each column. `reserve`: one card
 * on each reserve pile. `empty_columns`: one card on each empty column; if none is empty, on each column.
 * `filled_columns`: one card on each column that has a card; if none has, on T1. `unfinished_columns`: one card
 * on each column whose foundation, that of the same number, is not complete. `columns_and_home`: one card on
 * each column. Where a card begins an empty foundation, it goes to the lowest-numbered such foundation, and the
 * next card takes its place. `gaps`: one card on each empty column, once the cards of later columns have closed
 * up (`close`). Without actions this happens by itself after each card move.
 */
export type DealTo = 'columns' | 'reserve' | 'empty_columns' | 'filled_columns' | 'unfinished_columns' | 'columns_and_home' | 'gaps';

/**
 * How piles are read, and dealt again, by a `redeal` that gathers them. `groups`: all columns are read, T1
 * first, each from its top card down. The cards read are cut into groups of `gather`, and each group is turned
 * over, so that its first card comes last. The cards in this order are dealt face up, `gather` to T1, the next
 * to T2, and so on. If there are more than columns · gather cards, the first columns get one more each.
 * `rounds`: all columns are read, T1 first, each from its bottom card up. The last card read is dealt first.
 * There are `gather` rounds, all face up. With n cards, round i, from 1 on, deals one card to each of the first
 * (n + i - 1) div `gather` columns. `fans`: all columns are read, T1 first, each from its top card down. The
 * last card read is dealt first. There are `gather` rounds, all but the last one face down. With n cards, each
 * round deals one card to each of the first n div `gather` columns, and round i, from 2 on, to one more if n mod
 * `gather` is at least i - 1. Afterwards each column's top card is turned face up. `layout`: all columns are
 * read, T1 first, each from its top card down. The last card read is dealt first, in the rounds of the layout
 * and as it says face up or down, as long as there are cards; then, if there are more, in rounds to all columns.
 * Afterwards each column's top card is turned face up. `places`: in a game of rows (`columns.row`), the cards
 * that are not in place are read, T1 first. The last card read is dealt first. Of the places whose cards are not
 * in place, the first of each row is left empty, and the others, T1 first, get one card each. `turns`: the
 * bottom card of each pile of `deal_to`, column or reserve pile, comes to its top. `under`: with `draw`, as long
 * as no draw is allowed: the columns come under the stock, so that T1's cards are drawn after those of the
 * stock, from its bottom card up, then T2's, and so on. The waste stays. Then the columns are filled, and a draw
 * follows if the waste is empty. With `deal`, as `stock`, but the piles are read from the last one on, so that
 * the first one's bottom card is dealt first. `stock`: if the stock is empty, the piles of `deal_to` are read,
 * the first one first, each from its top card down. The cards become the stock, and the last card read is its
 * top card. If the game has `deal`, one follows at once.
 */
export type GatherAs = 'groups' | 'rounds' | 'fans' | 'layout' | 'places' | 'turns' | 'under' | 'stock';

/**
 * How columns close up: the cards of a column move to an empty one. `rows`: those of each column, T1 first, to
 * the first empty column of those just before it. `columns`: the same up each column of the grid of
 * `pairs.width`. `last`: first the cards are dealt. Then, if the stock is empty, columns close up as under
 * `rows`.
 */
export type Close = 'rows' | 'columns' | 'last';

/**
 * What keeps cards in the stock as long as it lasts. `card_move`: a legal card move. `forward_move`: a legal
 * forward move (docs/rules.md §2). `empty_column`: a column without a card. In a game with an open stock and no
 * actions, each card that is moved from the stock to a column, and leaves one without a card, begins or
 * continues a round, in which the piles of `gives_after` give no card as long as the stock has one.
 * `spare_card`: a column without a card while another one has a card to spare: two or more. `waste`: a card on
 * the waste. `cells`: a card on a cell. It keeps gaps from being filled by themselves.
 */
export type Hold = 'card_move' | 'forward_move' | 'empty_column' | 'spare_card' | 'waste' | 'cells';

/** The stock and its actions. */
export interface Stock {
  /**
   * The actions; none where the stock only fills piles. `deal`: one stock card face up onto each pile of
   * `deal_to`, in order, as long as there are cards. `draw`: `draw` stock cards face up onto the waste, one after
   * the other, fewer if the stock has fewer. `redeal` with `draw`: if the stock is empty, the waste is turned over
   * and becomes the stock, unless `gather_as` says `under`. `redeal` with `deal`, or alone: see `gather_as`. A
   * game with `draw` has a waste W; a game with `redeal` alone has a stock S only if the cards gathered become the
   * stock, or if the stock fills columns.
   */
  actions: string[];
  /**
   * The number of cards per draw, at most 9. With an open stock that is not drawn from: the number of cards that
   * are moved from it to columns in a round, or 1 without rounds. The first card that is moved to a column begins
   * the first round. From then on, no column is filled, and the piles of `gives_after` wait for the end of the
   * round or of the stock. Before it, they give cards.
   */
  draw: number;
  /** How a draw differs from one card after the other, on a waste whose cards all stay face up. */
  draw_as: DrawAs[];
  /** The piles that `deal` deals to. */
  deal_to: DealTo;
  /**
   * Instead of `deal_to`: the columns, reserve piles or waste that `deal` deals to, one card for each time that a
   * pile is named. `S` may end the last list: the last card of the stock then lies face up, may be moved, and is
   * dealt no more. Of several lists, a deal follows the last one if it takes just the cards that are left, or else
   * the first one for which there are enough, or else the last one, as long as there are cards.
   */
  deals: string[];
  /**
   * For `redeal` alone: the cards per column when the columns are dealt again; null otherwise, and where they are
   * dealt as the layout or to places, or turn.
   */
  gather: number | null;
  /**
   * For `redeal` without `draw`: how the cards are read and dealt again. With `draw`: `under`, or the waste is
   * turned over.
   */
  gather_as: GatherAs;
  /**
   * For `redeal` without `draw`: whether the cards that are read are shuffled before they are dealt (docs/rules.md
   * §8).
   */
  shuffles: boolean;
  /** With `deal_to: gaps`: how columns close up; null if they do not. */
  close: Close | null;
  /** What keeps `deal` or `draw` from being allowed; null: nothing. */
  hold: Hold | null;
  /** The number of redeals allowed; null without limit. */
  redeals: number | null;
  /** The number of cards drawn to the waste after the layout, before the first move. */
  drawn_at_start: number;
  /** Whether the top card of the stock lies face up and may be moved. */
  open: boolean;
  /** The piles, or kinds of piles, that give no card as long as the stock, or the waste, has one. */
  gives_after: string[];
  /**
   * The foundations or cells, or all of a kind, that take no card as long as the stock, or the waste, has one. One
   * that names foundations, as in `R1:F3 F4`, waits for them instead: it takes no card as long as one of them has
   * none.
   */
  takes_after: string[];
  /** Whether the piles of `gives_after` and `takes_after` wait for the waste as well. */
  after_waste: boolean;
  /** Whether a move or fill that empties the waste is followed by a draw. */
  fills_waste: boolean;
  /** Which single cards may be moved to the waste, onto its top card; null: none. */
  waste_takes: Sequence | null;
}

/**
 * Which columns of a grid are near each other. `touching`: those side by side, one above the other, or corner to
 * corner. `line`: those in the same row or in the same column of the grid.
 */
export type Near = 'touching' | 'line';

/**
 * The cards that leave together. The top card of a pile is moved onto the top card of another. If the two are a
 * pair, both go to F1, first the card that was moved. Where there are several foundations, they go to the one
 * that begins with this pair: first the card that was not moved, unless it follows the other.
 */
export interface Pairs {
  /**
   * The pairs, each by its two ranks in any order. A set of one rank: a card of this rank goes to foundations
   * alone. A set of more ranks is collected on the cells, of which there are as many. A cell takes a card if it
   * and the cards on cells belong to such a set together. Of a set in order, such as `A-2-3`, it takes only a card
   * that comes next to one of those on cells. Once each cell has a card, these cards go to F1, that of R1 first.
   */
  sets: string[];
  /**
   * The kinds of piles whose top cards leave in pairs; none where all cards leave in sets. With `S`, the top card
   * of the stock is face up; cards are moved onto it, and it is itself moved only to F1. Columns may also take the
   * second card of a pair from the waste alone, as `columns.takes_from` says.
   */
  piles: string[];
  /**
   * How the suits of the cards of a pair or set fit. With ranks, as in `other_suit:QK`, this holds for pairs of
   * these ranks only, and the cards of other pairs are of any suit.
   */
  build: string;
  /** Which columns a card must come from to make a pair with the top card of a column; null for all. */
  near: Near | null;
  /** With `near`: how many columns are a row of the grid, T1 first; null without. */
  width: number | null;
  /**
   * The kinds of piles whose top card also makes a pair with the card under it, if that lies face up: with the
   * next card of its own pile, in a move such as `W-W`, or with the top card of a pile that its own pile alone
   * covers.
   */
  beneath: string[];
}

/**
 * What wins the game. `complete`: the foundations of `won_when` have all their cards, and its other piles have
 * none. `all_cards`: every card is on a foundation. `empty_columns`: no column has a card. `empty_stock`: the
 * stock has no card. `one_each`: the foundations are complete, and each column has one card. `sequences`: stock
 * and waste are empty, and each column that has cards, at least one, is complete: it has `capacity` cards, or
 * thirteen without limit, all face up, which are a sequence as the columns build. `suit_sequences`: the
 * foundations are complete, and the columns are as under `sequences`, each of one suit. `in_place`: each card of
 * the columns is in place (`columns.row`), or lies face up in a column of its own rank (`columns.own_ranks`).
 * `colours_apart`: the first half of the columns has red cards only, and the other half black cards only.
 * `one_column`: one column has all cards. `poker`: each column has a card, and the columns, a square of five by
 * five, are worth `points` or more: its rows and columns are hands of poker. Royal flush 100, straight flush 75,
 * four of a kind 50, full house 25, flush 20, straight 15, three of a kind 10, two pairs 5, pair 2. Straights
 * and flushes have five cards. An Ace is below the Two or above the King. `cribbage`: the same for a square of
 * four by four and hands of cribbage. Each choice of cards that add up to fifteen 2, court cards being 10; each
 * pair 2; each run of the greatest length, of three cards or more, its length; four cards of one suit 4. Once
 * each column has a card, the top card of the stock is the starter, which belongs to every hand. It makes four
 * cards of its suit worth 5, and a Jack of its suit 1. A starter that is a Jack is worth 2 once. `face_up`: no
 * card of the columns lies face down.
 */
export type Win = 'complete' | 'all_cards' | 'empty_columns' | 'empty_stock' | 'one_each' | 'sequences' | 'suit_sequences' | 'in_place' | 'colours_apart' | 'one_column' | 'poker' | 'cribbage' | 'face_up';

/**
 * When the first card on any foundation sets the rank with which all begin. `any_time`: other moves and actions
 * may come before. `first`: before any other move or action. `givers_first`: before any action. Only cards of
 * `base_from` may be moved elsewhere before.
 */
export type SameBase = 'any_time' | 'first' | 'givers_first';
