// The page: puts the parts together and opens the game that the address names.

import { Problem } from './api.js';
import { Board } from './board.js';
import { copy, find, isTyping, recall, remember } from './dom.js';
import { Game } from './game.js';
import { Hand } from './hand.js';
import { fragmentOf, readFragment } from './link.js';
import { curlOf } from './log.js';
import { MoveList } from './moves.js';
import { Opener, hideProblem, showProblem } from './opener.js';
import { Player } from './player.js';
import { PlayOn } from './playon.js';
import { touched } from './position.js';
import { Session } from './session.js';
import { VerdictPanel, troubles } from './verdict.js';
import { stepInWords } from './words.js';

const FIRST_EXAMPLE = ['rouge-et-noir', 'won'];

const session = new Session();
const board = new Board(find('#board'));

session.watch((_, previous) => {
  const { game, ply, position, step } = session;
  if (game !== previous.game) board.set(game);
  const same = game.positions[0] === previous.game?.positions[0];
  board.show(position, same && Math.abs(ply - previous.ply) <= 1);
  board.mark('step', step && !session.atIllegal ? touched(position, step) : {});
  board.mark('trouble', troubles(session));
  narrate();
});

// The hand lets go in the same breath as the board moves, before anything reads the layout: cards glide once.
const playOn = new PlayOn(session, board, say);
const hand = new Hand(board, find('#board'), session, playOn.attempt, say);
const player = new Player(session);
new MoveList(session);
new VerdictPanel(session, playOn.attempt);
playOn.started = () => hand.focus();
const opener = new Opener(open);

function say(text) {
  find('#status').textContent = text;
}

function narrate() {
  const { game, ply, step, atIllegal } = session;
  say('');
  const reached = step ? `Move ${ply}: ${stepInWords(step)}` : 'The deal.';
  const stopped = atIllegal ? ` Move ${ply + 1}, ${game.illegal.move}, is illegal: ${game.illegal.detail}` : '';
  find('#caption').textContent = reached + stopped;
}

let asked = 0;

// Of several games asked for at once the last one stays.
async function open(log, ply) {
  asked += 1;
  const mine = asked;
  hideProblem();
  try {
    const game = await Game.judged(log);
    if (mine !== asked) return;
    session.open(game, ply);
    if (find('#table').getBoundingClientRect().top < 0) find('#table').scrollIntoView();
  } catch (problem) {
    if (mine === asked) showProblem(problem);
  }
}

// The address follows at rest, so that a reload or a bookmark shows the same; browsers forbid many changes a second.
let resting;
session.watch(() => {
  clearTimeout(resting);
  resting = setTimeout(() => !player.playing && history.replaceState(null, '', here()), 400);
});

const here = () => fragmentOf(session.game.log, session.ply);

async function openFromAddress() {
  const { hash } = location;
  const named = readFragment(hash);
  if (named) return open(named.log, named.ply);
  if (!session.game) await opener.example(...FIRST_EXAMPLE);
  if (hash.length > 1) showProblem(new Problem({ detail: 'The link names no game; perhaps it was cut short.' }));
}

function onClick(id, act) {
  find(id).addEventListener('click', act);
}

onClick('#copy-link', () => copy(new URL(here(), location.href).href, 'Link', say));
onClick('#copy-curl', () => copy(curlOf(session.game.log), 'Request', say));
onClick('#copy-position', () => copy(JSON.stringify(session.game.stateAt(session.ply), null, 1), 'Position', say));
onClick('#to-open', () => find('#open h2').focus());
onClick('#by-hand button', () => find('#by-hand').close());

document.addEventListener('keydown', (event) => {
  if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !isTyping(event.target)) playOn.undo();
});

const four = find('#four-colours');
four.checked = recall('four-colours') === 'yes';
const colour = () => document.body.classList.toggle('four-colours', four.checked);
four.addEventListener('change', () => {
  remember('four-colours', four.checked ? 'yes' : 'no');
  colour();
});
colour();

window.addEventListener('hashchange', openFromAddress);
openFromAddress();
opener.fill().catch(showProblem);
