// Get a verdict, using only the types that openapi-typescript generates from openapi.yaml.
import type { components, paths } from "./schema.js";

type Replay = paths["/v1/replays"]["post"];
type Log = Replay["requestBody"]["content"]["application/json"];
type Verdict = Replay["responses"]["200"]["content"]["application/json"];
type Problem = components["schemas"]["Problem"];

const log: Log = {
  variant: "double-russian",
  seed: "20261121",
  moves: ["T7-T8x6", "T9-T4x2", "T4-T9x4"],
};

// @ts-expect-error: unknown variant.
export const wrongVariant: Log = { ...log, variant: "single-russian" };
// @ts-expect-error: a log has moves.
export const withoutMoves: Log = { variant: "double-russian", seed: 1 };

async function judge(service: string, request: Log): Promise<Verdict> {
  const answer = await fetch(`${service}/v1/replays`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
  if (!answer.ok) throw new Error(((await answer.json()) as Problem).detail);
  return (await answer.json()) as Verdict;
}

export async function main(service: string): Promise<string> {
  const verdict = await judge(service, log);
  const illegal = verdict.first_illegal_move;
  const reason: components["schemas"]["Reason"] | undefined = illegal?.reason;
  const cards = verdict.final_state?.tableau.reduce((sum, column) => sum + column.cards.length, 0);
  return `${verdict.outcome}, ${cards} cards, ${illegal?.move}: ${reason}`;
}
