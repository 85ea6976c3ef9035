// Safe cards: those that go to their foundations at once, because nothing can need them elsewhere.
//
// Call a card safe if
//
// * it comes next on a foundation, and every foundation that takes it has taken all lower cards of its own. There are
//   as many of them as copies of the card, and those that it comes next on are alike.
// * every other card that can come to lie over it, directly or not, is *home* or *ready*. Home: all its copies are on
//   foundations. Ready: every foundation that takes it has taken all lower cards, these foundations are alike, and there
//   are as many of them as copies. So each copy could go to a foundation as soon as it is uncovered.
// * where foundations give cards back, the same holds for the cards below it and below those cards on their foundations,
//   and for the cards that can come to lie over them, and so on. Cards that are home can come back, so they are not the
//   end of the chain.
//
// Groups of cards that move are built like columns, so no other card comes to lie over it with them.
//
// Then every winning line has a twin that moves the card X to its foundation first. The twin makes the same moves, with
// three exceptions. Where the line puts a card W on X, or on a card of an earlier exception, W goes to its foundation in
// the twin: it is ready. So does a card that a deal puts there, if the card below takes it. Later moves of such cards
// are left out, and groups move without them. And where foundations give cards back, they never give back these cards.
// At each time, the twin's position is that of the line, except that X and some of these cards are on foundations
// already.
//
// * Only a deal puts another card on them, one that they do not take. The twin has it on the card below, and in the
//   line, too, it leaves before anything below it, because it is in no group with that.
//   Where groups move that are not built like columns, X could lead a group with that card, so nothing is safe if a
//   deal goes to columns.
// * No foundation has to give back a card under one of them, because such a card is one of the third condition.
// * The other copies of these cards find their place whenever the line moves them to a foundation.
// * Columns and cells are empty earlier in the twin. So they are filled earlier if the stock or the waste fills them:
//   then only cards that are home count.
// * The line may put one of these cards into an empty column or cell, and so decide when it is filled. If a pile that
//   fills it can have a card by then, the twin must be able to put the same card there. Else nothing is safe. A reserve
//   that gets no cards has none.
// * If a draw waits until no card can move, all ready cards that are uncovered have gone to foundations in the line, too.
//   Cells with room for several cards could cover X in the line, and have room in the twin, so nothing is safe with both.
//
// Which cards of a column lie face down makes no difference, even if face-up cards lie under them. X and the cards of
// the exceptions are face up. In the twin, a card below them is turned up earlier, which only allows more.
//
// Where rules name the piles that open empty columns (``opened_by``), all other cards lie in the same piles in both, so
// whatever may open a column in the line may do so in the twin.
//
// Cards of reserves and of the waste are treated alike, if taking them there makes no difference to the rest: they fill
// no other pile, after a redeal either, and a redeal deals the cards of the waste one at a time. Then X uncovers the next
// card earlier in the twin, or is not drawn again.
//
// Rules that are asked of other piles or at other times:
//
// * Piles that wait until stock and waste are empty, or until foundations have cards: in the twin, stock and waste have no
//   other cards than in the line, and foundations have all of theirs. So the piles wait no longer in the twin. But if
//   a foundation waits, ready cards may have to wait as well, so only cards that are home count.
// * Cells that take cards of their own suits or ranks are empty earlier in the twin. Where cells have room for several
//   cards, the line may put a card on X there. The twin puts it on what lies below X, which takes the same cards.
// * Cards of one rank that move together are built like columns, too, where columns take a card on its own rank.
// * Face-down cards that the player turns up, and that take any card before: in the twin, such a card is free earlier. The
//   line puts nothing on it before X has left, and the twin need not turn it up before.
// * A waste that the stock fills gives no card to its foundation at once if it is the last. Columns that it fills are
//   empty only once stock and waste are empty, so nothing fills them any more.
// * Reserve piles that fill columns, and those that deals go to, keep their cards. Which is the longest, and to which
//   piles of a list a deal goes, is the same in the twin. But a deal that passes empty columns over is not.
//
// Where cards are drawn one by one and redeals are unlimited (``facts.sheds_stock``), X may lie anywhere in the stock or
// the waste. Draws and redeals are always allowed there, and only moves take cards off the waste (``facts.cycles``). So
// they bring each card that is left to the top of the waste, whichever others were taken. The twin turns to X and plays
// it. Whenever the line plays another card of the waste, the twin turns to that card and plays it, too. A turn changes
// nothing but the place of the cards in stock and waste.

#include "../search.h"

static bool groups_are_built(const Flat* flat);
static bool foundations_wait(const Flat* flat);
static bool waits_for_moves(const Flat* flat);
static bool cells_are_piles(const Flat* flat);
static bool is_filled_late(const Flat* flat, int pile);
static bool could_give_later(const Flat* flat, u64 supplies, int supply);
static void set_above(const Flat* flat, Facts* facts);
static u64 cards_below(const Flat* flat, const Facts* facts, int card);
static bool is_home(const Flat* flat, const Facts* facts, const Board* board, int card);
static bool is_ready(const Flat* flat, const Facts* facts, const Board* board, int card);

// Set what cards need to be safe, and which piles give safe cards to foundations at once.
static void set_safety(const Flat* flat, Facts* facts) {
    u64 supplies = all_supplies(flat), turned = 0;
    int pile;
    set_above(flat, facts);
    if (flat->waste >= 0)
        turned = pile_bit(flat->waste) | pile_bit(flat->stock);
    facts->readies = groups_are_built(flat) && !(facts->restricted || supplies & turned || foundations_wait(flat))
        && !(dealt_piles(flat) & piles_of(flat->foundations_end, flat->reserve_end))
        && foundations_are_alike(flat, facts);
    for (pile = 0; pile < flat->cells_end; pile++)
        facts->may_force = facts->may_force && !is_filled_late(flat, pile);
    facts->may_force = facts->may_force && cells_are_piles(flat)
        && (groups_are_built(flat) || !(flat->actions & DEAL && dealt_piles(flat) & piles_of(0, flat->columns)));
    facts->sheds = piles_of(0, flat->columns) | piles_of(flat->foundations_end, flat->cells_end);
    if (facts->restricted)
        return;
    if (!facts->reserve_supplies)
        facts->sheds |= piles_of(flat->cells_end, flat->reserve_end);
    if (flat->waste >= 0 && !has(supplies, flat->waste)
        && !(flat->actions & REDEAL && (flat->draw > 1 || has(supplies, flat->stock))))
        facts->sheds |= pile_bit(flat->waste);
    facts->sheds_stock = facts->cycles && flat->draw == 1 && has(facts->sheds, flat->waste);
}

// Return whether each card of a group that moves could have been put on the one below it.
static bool groups_are_built(const Flat* flat) {
    const u64* run = flat->supermove ? &flat->build_run[0] : &flat->run[0];
    u64 together = 0;
    int pile, card;
    for (pile = 0; pile < flat->piles; pile++)
        together |= flat->together[pile];
    if (!together)
        return true;
    if (!(flat->supermove || flat->has_run))
        return false;
    for (card = 0; card < FLOOR; card++)
        if ((run[card] | flat->level_run[card]) & ~flat->fits[flat->row[0]][card])
            return false;
    return true;
}

// Return whether a foundation does not always take the card that comes next on it.
static bool foundations_wait(const Flat* flat) {
    u64 waiting = flat->takes_after;
    int pile;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        if (flat->guard[pile] >= 0 || flat->awaits[pile])
            waiting |= pile_bit(pile);
    return (waiting & piles_of(flat->columns, flat->foundations_end)) != 0;
}

// Return whether a draw or a deal waits until no card can move.
static inline bool waits_for_moves(const Flat* flat) {
    return flat->hold == HELD_BY_CARD_MOVE || flat->hold == HELD_BY_FORWARD_MOVE;
}

// Return whether cells that have room for several cards take the same ones whatever lies there, and no draw waits for
// their room.
static bool cells_are_piles(const Flat* flat) {
    int pile, top;
    const u64* row;
    for (pile = flat->foundations_end; pile < flat->cells_end; pile++) {
        row = flat->fits[flat->row[pile]];
        if (has(flat->limited, pile) && waits_for_moves(flat))
            return false;
        for (top = 0; has(flat->limited, pile) && top < FLOOR; top++)
            if (row[top] != row[FLOOR])
                return false;
    }
    return true;
}

// Return whether a card on a pile could keep off another one that fills it, and that the player cannot put there.
static bool is_filled_late(const Flat* flat, int pile) {
    u64 supplies = supplies_of(flat, pile), takes = flat->fits[flat->row[pile]][FLOOR];
    int supply;
    if (is_foundation(flat, pile) || !takes)
        return false;
    for (supply = flat->foundations_end; supply < flat->piles; supply++) {
        if (!has(supplies, supply) || !could_give_later(flat, supplies, supply))
            continue;
        if (takes != every_card() || !has(flat->reach[supply], pile)
            || (pile < flat->columns && !has(flat->opens, supply)))
            return true;
    }
    return false;
}

// Return whether a pile can get a card while another one stays empty because these had none to fill it.
static bool could_give_later(const Flat* flat, u64 supplies, int supply) {
    if (supply == flat->stock)
        return flat->actions & REDEAL && !has(supplies, flat->waste);
    if (supply == flat->waste)
        return !has(supplies, flat->stock) && !flat->refill[supply];
    return supply < flat->cells_end || has(dealt_piles(flat), supply)
        || (flat->refill[supply] && flat->actions & REDEAL);
}

// Close the relations of lying over a card in a column, and below one on a foundation.
static void set_above(const Flat* flat, Facts* facts) {
    int card, other;
    u64 cards, known;
    for (card = 0; card < FLOOR; card++) {
        known = 0;
        cards = (u64)1 << card;
        while (known != cards) {
            known = cards;
            for (other = 0; other < FLOOR; other++)
                if (has(known, other))
                    cards |= facts->follows[other] | cards_below(flat, facts, other);
        }
        facts->above[card] = cards & ~((u64)1 << card);
    }
}

// Return the cards on which a card lies on foundations.
static u64 cards_below(const Flat* flat, const Facts* facts, int card) {
    int pile, other;
    u64 cards = 0;
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        for (other = 0; other < FLOOR; other++)
            if (facts->level[pile][other] && facts->level[pile][other] + 1 == facts->level[pile][card])
                cards |= (u64)1 << other;
    }
    return cards;
}

// Return whether a card that comes next on a foundation can safely go there.
static bool is_safe(const Flat* flat, const Facts* facts, const Board* board, int card) {
    u64 above = facts->final ? flat->fits[flat->row[0]][card] : facts->above[card], known = 0, kind = 0;
    int pile, other;
    if (!is_ready(flat, facts, board, card))
        return false;
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        if (facts->level[pile][card] == board->size[pile]) {
            if (kind && facts->seed[pile] != kind)
                return false;
            kind = facts->seed[pile];
        }
    }
    while (above & ~known) {
        other = lowest_bit(above & ~known);
        known |= (u64)1 << other;
        if (is_home(flat, facts, board, other))
            continue;
        if (!(facts->readies && is_ready(flat, facts, board, other)))
            return false;
        if (facts->final)
            above |= flat->fits[flat->row[0]][other];
    }
    return true;
}

// Return whether all copies of a card are on foundations.
static bool is_home(const Flat* flat, const Facts* facts, const Board* board, int card) {
    int pile, copies = 0;
    for (pile = flat->columns; pile < flat->foundations_end; pile++)
        if (facts->level[pile][card] && facts->level[pile][card] < board->size[pile])
            copies++;
    return copies >= flat->copies[card];
}

// Return whether all foundations that take a card have taken all lower ones, and are as many as its copies.
static bool is_ready(const Flat* flat, const Facts* facts, const Board* board, int card) {
    int pile, foundations = 0;
    for (pile = flat->columns; pile < flat->foundations_end; pile++) {
        if (facts->level[pile][card] > board->size[pile])
            return false;
        if (facts->level[pile][card])
            foundations++;
    }
    return foundations >= flat->copies[card];
}
