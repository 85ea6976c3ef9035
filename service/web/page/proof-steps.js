// Why a position is dead: the steps of its proof as sentences, one at a time, each with its cards marked on the table.

import * as api from '../data/api.js';
import { known } from '../game/prospects.js';
import { capital, cardSign, pileName, t } from '../i18n/panels.js';
import { find } from '../dom.js';
import { orList } from './explain.js';

const ABOUT_PILE = new Set(['under', 'over', 'buried']);
const watched = new WeakSet();
// What is explained: the node, the steps of its proof, and the index of the one that is shown.
let explained = { node: null };

// Explain the current position from the first step on.
export async function explain(session, board, story) {
  const { game, base } = session;
  const proof = await proofOf(game, base);
  if (session.base !== base) return;
  if (session.node !== base) session.go(base);
  // A later service may know relations that have no sentence here.
  const steps = proof?.because?.filter((step) => stepInWords(step, base.position)) ?? [];
  if (!steps.length) return story.tell({ tone: 'bad', sentence: t('because.none'), more: '', actions: [['because-close']] });
  explained = { node: base, steps, at: 0, board };
  if (!watched.has(session)) session.watch(() => session.node === explained.node && mark());
  watched.add(session);
  show(story);
}

// Go to the next or the previous step.
export function turn(session, board, story, way) {
  explained.at += way;
  show(story);
}

export function close(session, board, story) {
  explained = { node: null };
  story.tell(null);
  session.learnt();
  find('#next button')?.focus();
}

// Most proofs are known. A proof by search alone has no reasons, but the position may have a static one, too.
async function proofOf(game, node) {
  const { proof } = known(game, node) ?? {};
  if (proof?.because?.length) return proof;
  const verdict = await api.replay(game.logTo(node), ['prospect']);
  if (verdict.proof) node.prospect = { ...verdict, search: node.prospect?.search };
  return verdict.proof ?? proof;
}

function show(story) {
  const { node, steps, at } = explained;
  const actions = [...(at + 1 < steps.length ? [['because-step', 1]] : []), ['because-close'], ...(at ? [['because-step', -1]] : [])];
  story.tell({ tone: 'bad', sentence: stepInWords(steps[at], node.position), more: t('because.step', at + 1, steps.length), actions });
  mark();
  find('#next button').focus();
}

function mark() {
  const { node, steps, at, board } = explained;
  board.mark('stuck', {});
  board.mark('step', {});
  board.mark('trouble', marksOf(steps[at], node.position));
}

// Return a step as a sentence. Face-down cards are called so.
export function stepInWords({ relation, card, pile, cards = [] }, position) {
  const name = (code) => (isHidden(code, position) ? t('because.hidden', cardSign(code)) : cardSign(code));
  const words = { card: name(card), pile: pileName(pile), cards: cards.map(name).join(', '), any: orList(cards.map(name)) };
  return capital(t(`because.${relation}`, words) ?? '');
}

function isHidden(code, position) {
  const copies = [...position.values()].flatMap(({ cards, faceDown }) => cards.map((card, index) => ({ ...card, down: index < faceDown })));
  const own = copies.filter((card) => card.code === code);
  return own.length > 0 && own.every(({ down }) => down);
}

// Return the cards of a step by number: the card itself, and those that it depends on.
export function marksOf({ relation, card, pile, cards: others = [] }, position) {
  const marked = new Map();
  const copies = (code, names) => names.flatMap((name) => position.get(name).cards.filter((one) => one.code === code));
  const elsewhere = [...position.keys()].filter((name) => name[0] !== 'F');
  for (const code of others) for (const { number } of copies(code, ABOUT_PILE.has(relation) ? [pile] : elsewhere)) marked.set(number, 'refuses');
  for (const { number } of copies(card, pile[0] === 'F' && relation !== 'home' ? elsewhere : [pile])) marked.set(number, 'source');
  const top = pile[0] === 'F' && position.get(pile).cards.at(-1);
  if (top && !marked.has(top.number)) marked.set(top.number, 'refuses');
  return { cards: marked, piles: new Map(pile[0] === 'F' && !top ? [[pile, 'refuses']] : []) };
}
