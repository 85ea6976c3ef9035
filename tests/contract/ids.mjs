// Compute the ids of judged games from their documentation alone: a line of JSON in, a line out.
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';

const hash = (...lines) => `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex')}`;

// The step of a move has its source and its numbered target.
const played = ({ move, moved: [first] }) =>
  move.includes('-') ? `${first.from}-${first.to}${first.cards.length > 1 ? `x${first.cards.length}` : ''}` : move;

for await (const line of createInterface({ input: process.stdin })) {
  const { variant, rules, rules_version: version, deck, moves, trace } = JSON.parse(line);
  const options = Object.entries(rules).map(([name, value]) => `${name}=${value}`).join(' ');
  const cards = deck.join(' ');
  console.log(JSON.stringify({
    id: hash(variant, options, version, cards, moves.join(' ')),
    deal_id: hash(variant, options, cards),
    game_id: hash(variant, options, cards, trace.map(played).join(' ')),
  }));
}
