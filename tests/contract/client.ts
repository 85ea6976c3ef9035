// Get a verdict, and call every operation, with the types that openapi-typescript generates from openapi.yaml.
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, operations, paths } from "./schema.js";

type Replay = paths["/v1/replays"]["post"];
type Log = Replay["requestBody"]["content"]["application/json"];
type Verdict = Replay["responses"]["200"]["content"]["application/json"];
type Problem = components["schemas"]["Problem"];

const log = {
  variant: "double-russian",
  seed: "20261121",
  moves: ["T7-T8x6", "T9-T4x2", "T4-T9x4"],
} satisfies Log;

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

/** Call every operation; return the status of each. */
export async function every(service: string, date: string): Promise<string> {
  const client = createClient<paths>({
    baseUrl: service,
    headers: { Authorization: "Bearer a-token-of-a-site" },
  });
  const claim = { ...log, claim: { outcome: "won" as const } };
  const line = (request: object) => ({
    body: JSON.stringify(request),
    bodySerializer: (body: string) => body,
    headers: { "Content-Type": "application/x-ndjson" },
    parseAs: "text" as const,
  });
  const contest = {
    contest_version: "1",
    name: "A duel",
    salt: "00112233445566778899aabbccddeeff",
    commitment: "sha256:1e5c7a0c0ffb85548bb9ed943188400b9355e0c291d3bb920919b8416246cb02",
    ranking: ["wins" as const, "moves" as const],
    deals: [{ variant: "freecell" as const, rules_version: "1", seed: "1" }],
    players: ["Ann"],
    entries: [{ player: "Ann", deal: 0, moves: ["T6-R1"] }],
  };
  const freecell = { variant: "freecell" as const };
  const page = { prospect: "winnable", difficulty: "easy", limit: 3 };
  const position =
    "double-russian;T1=QCAS8H6C5D;T2=(7D)4DKC3C9C2SQC;T3=(5S5C)8D8S8S6D7H2H;" +
    "T4=(THQH8C)KHKD6S7CTCQDJD7S;T5=(TC6H7C3C)9SJH2C8D9C7S;T6=(8H5H2D3S2H)TDAS3S9H6H5S;" +
    "T7=(ACTSQSTD9S)4H;T8=(QDAD5DJC7H6DAH)8CADAH5H4D4H3H2CKCQH9HJS;T9=(JD3D6S9DJH2S4SQS)5C3D4C4C;" +
    "T10=(4S3HACJCTS7D9DTHKD)JS6CKHKSKS2D";
  // The compiler refuses an operation that is missing here.
  const calls: { [operation in keyof operations]: () => Promise<{ response: Response }> } = {
    replay: () => client.POST("/v1/replays", { body: log }),
    replayBatch: () => client.POST("/v1/replays/batch", line(log)),
    claim: () => client.POST("/v1/claims", { body: claim }),
    checkContest: () => client.POST("/v1/contests", { body: contest }),
    issueTicket: () =>
      client.POST("/v1/tickets", { body: { ...freecell, choose: "winnable", not_after: 4102444800 } }),
    getDraws: () => client.GET("/v1/tickets/draws/{date}", { params: { path: { date } } }),
    claimBatch: () => client.POST("/v1/claims/batch", line(claim)),
    getKeys: () => client.GET("/.well-known/jwks.json"),
    askProspect: () =>
      client.POST("/v1/prospects", { body: { ...freecell, seed: "1", moves: [], budget: 100 } }),
    weighResults: () =>
      client.POST("/v1/foresight", { body: { logs: [{ ...freecell, seed: "1", moves: [] }] } }),
    dealCards: () => client.POST("/v1/deals", { body: { ...freecell, seed: "7" } }),
    exportGame: () =>
      client.POST("/v1/exports", { body: { ...freecell, seed: "1", moves: ["T6-R1"] } }),
    importSave: () =>
      client.POST("/v1/imports", {
        body: "save.pso",
        bodySerializer: (name: string) => readFileSync(name),
        headers: { "Content-Type": "application/octet-stream" },
      }),
    listVariants: () => client.GET("/v1/variants"),
    getVariant: () => client.GET("/v1/variants/{variant}", { params: { path: freecell } }),
    listWinnableDeals: () =>
      client.GET("/v1/deals/{variant}", { params: { path: { variant: "klondike" }, query: page } }),
    getDeal: () =>
      client.GET("/v1/deals/{variant}/{seed}", {
        params: { path: { ...freecell, seed: "1" }, query: { hide: "face_down" } },
      }),
    getPosition: () => client.GET("/v1/positions/{text}", { params: { path: { text: position } } }),
    getForeignDeal: () =>
      client.GET("/v1/seeds/{program}/{variant}/{seed}", {
        params: { path: { program: "solvitaire", variant: "klondike", seed: "1" } },
      }),
    getDailyDeal: () => client.GET("/v1/daily/{variant}", { params: { path: freecell } }),
    getDailyDealOfDate: () =>
      client.GET("/v1/daily/{variant}/{date}", { params: { path: { ...freecell, date } } }),
    getService: () => client.GET("/v1"),
    livez: () => client.GET("/livez"),
    readyz: () => client.GET("/readyz"),
  };
  const lines = [];
  for (const [operation, call] of Object.entries(calls)) {
    lines.push(`${operation} ${(await call()).response.status}`);
  }
  return lines.join("\n");
}
