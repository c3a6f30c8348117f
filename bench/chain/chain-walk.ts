import type { FastifyInstance, InjectOptions } from "fastify";
import type pg from "pg";
import type { Audience } from "../../packages/contract/src/core/audience.ts";
import type { Call } from "../../packages/contract/src/core/call.ts";
import type { Entity } from "../../packages/contract/src/core/entity.ts";
import type { Field, Fields } from "../../packages/contract/src/core/fields/field.ts";
import type { RoleAlias } from "../../packages/contract/src/core/roles.ts";
import { type Actor, guest } from "../../apps/api/src/core/foundation/actor.ts";
import { buildApp } from "../../apps/api/src/core/http/app.ts";
import type { Services } from "../../apps/api/src/core/foundation/services.ts";
import { calls, domains } from "../../apps/api/src/domains.ts";
import { everyPermission } from "../../apps/api/test/support/test-app.ts";
import { withActors } from "../../apps/api/test/support/test-services.ts";
import { plausibleValue } from "../../apps/api/test/support/hostile/rubbish.ts";
import { type SentStatement, sentStatements } from "../../apps/api/test/statements/sent-statements.ts";
import { planningOf } from "../statements.ts";

/** What was asked, and what it took: milliseconds of the whole, and of the longest planning among statements that are planned at each call. */
export interface Step {
  what: string;
  took: number;
  planning: number;
  refused: string;
}

/** Who asks. Newcomers have no rows in long tables, which must not be searched to the end for them. */
const walkers = {
  bureau: { audience: "bureau", role: "clerk", who: {} },
  institution: { audience: "institution", role: "orgAdmin", who: { orgId: "8" } },
  enterprise: { audience: "enterprise", role: "entAdmin", who: { entId: "1" } },
  person: { audience: "person", role: "student", who: { userId: "500", accountId: "500", idNumberHash: "h500" } },
  "new institution": { audience: "institution", role: "orgAdmin", who: { userId: "501", orgId: "987654321" } },
  "new enterprise": { audience: "enterprise", role: "entAdmin", who: { userId: "502", entId: "987654321" } },
  "new person": {
    audience: "person",
    role: "student",
    who: { userId: "503", accountId: "987654321", idNumberHash: "nobody" },
  },
} as const satisfies Record<string, { audience: Audience; role: RoleAlias; who: Partial<Actor> }>;
type Walker = keyof typeof walkers;
const names = Object.keys(walkers) as Walker[];

/**
 * Asks every reading call of the contract, as everybody who may: lists with each filter and sort, all others once; then runs every timer.
 * @param only asks calls and timers whose names contain it
 */
export async function* walkCalls(services: Services, only = ""): AsyncGenerator<Step> {
  const http = await openWalk(services);
  const reading = new Set(
    domains.flatMap(({ routes }) => routes.filter(({ kind }) => kind === "reads")).map(({ call }) => call),
  );
  const planned = new Map<string, number>();
  try {
    for (const call of calls.filter((one) => reading.has(one) && one.style in senders && !one.writes)) {
      if (!call.name.includes(only)) continue;
      for (const walker of names.filter((name) => call.audience?.includes(walkers[name].audience) ?? true))
        for await (const query of queriesOf(http, call, walker))
          yield await ask(services, http, call, walker, query, planned);
    }
    for (const timer of domains.flatMap(({ timers = [] }) => timers)) {
      if (!timer.name.includes(only)) continue;
      const start = performance.now();
      const refused = await timer.run(services).then(
        () => "",
        (error: Error) => error.message,
      );
      yield { what: `timer ${timer.name}`, took: performance.now() - start, planning: 0, refused };
    }
  } finally {
    await http.close();
  }
}

/** The API for the walkers: their name is their token. */
export const openWalk = (services: Services): Promise<FastifyInstance> =>
  buildApp(services, withActors(new Map(names.map((name) => [name, getActor(name)]))));

function getActor(name: Walker): Actor {
  const { audience, role, who } = walkers[name];
  return {
    ...guest("127.0.0.1"),
    userId: "1",
    sessionId: "00000000-0000-0000-0000-000000000001",
    account: name,
    name,
    audience,
    roles: [role],
    permissions: everyPermission,
    ...who,
  };
}

/** The inputs to ask a call with. A list is first asked plainly, and its rows give the values to look for. */
async function* queriesOf(http: FastifyInstance, call: Call, walker: Walker): AsyncGenerator<Record<string, string>> {
  const { input } = call;
  if (input.shape === "query") {
    yield {};
    const rows = await firstRows(http, call, walker);
    if (!rows) return;
    yield { current: "5000" };
    yield* sortsOf(input.entity);
    for (const name of input.entity.filters) yield* filtersOf(input.entity, name, rows);
  } else if (input.shape === "record") {
    const values = Object.entries(input.fields as Fields)
      .filter(([, field]) => field.need === "required")
      .map(([name, field]): [string, string] => [name, getValue(name, field)]);
    const id = "id" in input.fields ? await firstId(http, call, walker) : undefined;
    yield { ...Object.fromEntries(values), ...(id && { id }) };
  } else yield {};
}

/** The first page of a list, unless it is refused. */
async function firstRows(
  http: FastifyInstance,
  call: Call,
  walker: Walker,
): Promise<Record<string, unknown>[] | undefined> {
  const answer = await send(http, call, walker, {});
  if (answer.statusCode !== 200) return undefined;
  return (JSON.parse(answer.body) as { data: { records?: Record<string, unknown>[] } }).data?.records ?? [];
}

/** A row for a call about one: the first in the list of its kind, where the walker has one. */
async function firstId(http: FastifyInstance, call: Call, walker: Walker): Promise<string | undefined> {
  const [kind] = call.name.split(".");
  const list = calls.find(
    ({ name, input, output, audience }) =>
      name.startsWith(`${kind}.`) &&
      input.shape === "query" &&
      output.shape === "page" &&
      (audience?.includes(walkers[walker].audience) ?? true),
  );
  const [row] = (list && (await firstRows(http, list, walker))) ?? [];
  return typeof row?.["id"] === "string" ? row["id"] : undefined;
}

function* sortsOf({ sorts }: Entity): Generator<Record<string, string>> {
  for (const sort of [...sorts, "createTime", "id"]) {
    yield { ascs: sort };
    yield { descs: sort };
  }
}

function* filtersOf(
  entity: Entity,
  name: string,
  rows: readonly Record<string, unknown>[],
): Generator<Record<string, string>> {
  const field = (entity.fields as Fields)[name] as Field;
  const isSample = (value: unknown) => typeof value === "string" && value !== "" && !value.includes("*");
  const { [name]: sample, [field.within ?? ""]: kind } = rows.find((row) => isSample(row[name])) ?? {};
  switch (field.kind) {
    case "code":
    case "codes":
      for (const code of Object.keys(field.codes?.codes ?? {})) yield { [name]: code };
      return;
    case "date":
    case "datetime":
      yield { [`${name}_datege`]: oldMonth.first, [`${name}_datele`]: oldMonth.last };
      return;
    case "text":
    case "long":
    case "texts":
      if (field.within !== undefined) {
        yield { [name]: String(sample ?? "1007"), [field.within]: String(kind ?? "TrainingClass") };
        return;
      }
      yield { [name]: String(sample ?? "王建").slice(0, 2) };
      if (!field.encrypted) yield { [name]: String(sample ?? "王建国") };
      return;
    default:
      yield { [name]: String(sample ?? plausibleValue(field)) };
  }
}
/** A month that lies well back. */
const monthsAgo = (months: number): string => {
  const day = new Date();
  day.setMonth(day.getMonth() - months);
  return day.toISOString().slice(0, 10);
};
const oldMonth = { first: monthsAgo(15), last: monthsAgo(14) };

/** References lead to rows that are there. */
function getValue(name: string, field: Field): string {
  if (field.kind === "id" || field.kind === "ref" || /id$/i.test(name)) return "1007";
  if (field.kind === "int" && /year/i.test(name)) return oldMonth.first.slice(0, 4);
  return String(plausibleValue(field));
}

/** How a call says what it asks for; encrypted ones and files are left out. */
const senders: Partial<Record<Call["style"], (call: Call, input: Record<string, string>) => InjectOptions>> = {
  query: ({ path }, input) => ({ url: `${path}?${new URLSearchParams(input)}` }),
  body: ({ path }, input) => ({ url: path, payload: input }),
};

const send = (http: FastifyInstance, call: Call, walker: Walker, input: Record<string, string>) =>
  http.inject({ ...senders[call.style]?.(call, input), method: call.method, headers: { token: walker } });

/** Asks twice, since the first call fills caches and opens connections. */
async function ask(
  { pool }: Services,
  http: FastifyInstance,
  call: Call,
  walker: Walker,
  query: Record<string, string>,
  planned: Map<string, number>,
): Promise<Step> {
  let took = Number.POSITIVE_INFINITY;
  let status = 0;
  let sent: SentStatement[] = [];
  let body = "";
  for (let round = 0; round < 2 && (round === 0 || took < 5000); round++) {
    const start = performance.now();
    const [answer, statements] = await sentStatements(() => send(http, call, walker, query));
    took = Math.min(took, performance.now() - start);
    status = answer.statusCode;
    body = answer.body;
    if (round === 0) sent = statements;
  }
  let planning = 0;
  for (const statement of sent) planning = Math.max(planning, await planningOnce(pool, statement, planned));
  const what = `${call.name} ${walker} ${new URLSearchParams(query)}`;
  return { what, took, planning, refused: status === 200 ? "" : `${status} ${body.slice(0, 120)}` };
}

async function planningOnce(pool: pg.Pool, statement: SentStatement, planned: Map<string, number>): Promise<number> {
  let planning = planned.get(statement.text);
  if (planning === undefined) planned.set(statement.text, (planning = await planningOf(pool, statement)));
  return planning;
}
