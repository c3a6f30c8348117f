import Fastify, { type FastifyInstance } from "fastify";
import { enterpriseClassCalls } from "../packages/contract/src/training/enterprise-class.calls.ts";
import { enterpriseStudentCalls } from "../packages/contract/src/training/enterprise-student.ts";
import { studentCalls } from "../packages/contract/src/training/student.ts";
import { classCalls } from "../packages/contract/src/training/training-class.calls.ts";
import { realApp, signIn } from "../apps/api/test/support/sign-in.ts";
import type { Services } from "../apps/api/src/core/foundation/services.ts";
import { type SentStatement, sentStatements } from "../apps/api/test/statements/sent-statements.ts";
import { openCounty } from "./county.ts";
import { type Load, type Target, percentile, startLoad } from "./load.ts";

/**
 * Lists over ten thousand and over a million rows, compared with a bare Fastify that sends the same statements to the same pool.
 * All share one process and take turns, so that other load on the machine affects all alike.
 */
export interface Case {
  name: string;
  /** The account whose token is sent. */
  who: string;
  path: string;
  /** Pages to request, one after the other. */
  pages: (rows: number) => string[];
}

export const first = () => ["current=1&size=10"];
/** Around page 10,000 of a million rows; with ten thousand rows the first page, for comparison. */
export const deep = (rows: number) =>
  rows < 100_000 ? first() : Array.from({ length: 60 }, (_, n) => `current=${9_970 + n}&size=10`);
const names = () =>
  ["建国", "秀英", "丽华", "志强", "明军"].map((name) => `current=1&size=10&name=${encodeURIComponent(name)}`);
const cases: Case[] = [
  { name: "classes, bureau", who: "clerk", path: classCalls.list.path, pages: first },
  { name: "classes, institution", who: "institution", path: classCalls.list.path, pages: first },
  { name: "classes, bureau, page 10,000", who: "clerk", path: classCalls.list.path, pages: deep },
  { name: "students, bureau", who: "clerk", path: studentCalls.list.path, pages: first },
  { name: "students, institution", who: "institution", path: studentCalls.list.path, pages: first },
  { name: "students, bureau, page 10,000", who: "clerk", path: studentCalls.list.path, pages: deep },
  { name: "students, bureau, two characters of a name", who: "clerk", path: studentCalls.list.path, pages: names },
  { name: "classes of enterprises, bureau", who: "clerk", path: enterpriseClassCalls.list.path, pages: first },
  {
    name: "classes of enterprises, enterprise",
    who: "enterprise",
    path: enterpriseClassCalls.getClass.path,
    pages: first,
  },
  {
    name: "classes of enterprises, bureau, page 10,000",
    who: "clerk",
    path: enterpriseClassCalls.list.path,
    pages: deep,
  },
  { name: "staff, bureau", who: "clerk", path: enterpriseStudentCalls.getStudent.path, pages: first },
  { name: "staff, enterprise", who: "enterprise", path: enterpriseStudentCalls.getStudent.path, pages: first },
  { name: "staff, bureau, page 10,000", who: "clerk", path: enterpriseStudentCalls.getStudent.path, pages: deep },
  {
    name: "staff, bureau, two characters of a name",
    who: "clerk",
    path: enterpriseStudentCalls.getStudent.path,
    pages: names,
  },
];

export interface Side extends AsyncDisposable {
  rows: number;
  services: Services;
  real: FastifyInstance;
  realUrl: string;
  bareUrl: string;
  /** Signs a user in: for each list anew, since a token does not last for all of them on a slow machine. @returns the token */
  signIn: (who: string) => Promise<string>;
  /** The statements of one request, which the bare server sends again. */
  recorded: Map<string, SentStatement[]>;
}
/**
 * Both servers over a database.
 * @param accounts the users of the requests: account and kind of sign-in
 */
export async function openSide(
  services: Services,
  rows: number,
  accounts: Readonly<Record<string, readonly [account: string, loginType: string]>>,
): Promise<Side> {
  const real = await realApp(services);
  const bare = Fastify();
  const realUrl = await real.listen({ port: 0, host: "127.0.0.1" });
  const recorded: Side["recorded"] = new Map();
  bare.get("/*", async (request, reply) => {
    let rows: unknown[] = [];
    for (const statement of recorded.get(request.url) ?? []) rows = (await services.pool.query<object>(statement)).rows;
    return reply.type("application/json; charset=utf-8").send(JSON.stringify({ code: 200, data: { records: rows } }));
  });
  const bareUrl = await bare.listen({ port: 0, host: "127.0.0.1" });
  return {
    rows,
    services,
    real,
    realUrl,
    bareUrl,
    async signIn(who) {
      const [account = "", loginType = "0"] = accounts[who] ?? [];
      return JSON.parse((await signIn(real, account, { loginType })).body).access_token as string;
    },
    recorded,
    async [Symbol.asyncDispose]() {
      await bare.close();
      await real.close();
    },
  };
}

const getAddress = ({ path }: Case, query: string) => (query ? `${path}?${query}` : path);

/** The statements that the real server sends for a request. The first requests fill its caches; the recorded one finds them filled. */
async function record(side: Side, one: Case, token: string): Promise<void> {
  for (const query of one.pages(side.rows)) {
    const url = getAddress(one, query);
    const ask = () => side.real.inject({ url, headers: { token } });
    await ask();
    const [, sent] = await sentStatements(async () => {
      const answer = await ask();
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    });
    side.recorded.set(url, sent);
  }
}

const target = (side: Side, one: Case, base: string, token: string): Target => ({
  urls: one.pages(side.rows).map((query) => `${base}${getAddress(one, query)}`),
  token,
});

/** CPU time of this process for a request, in microseconds. */
async function getCpu(load: Load, one: Target, requests: number): Promise<number> {
  const start = process.cpuUsage();
  await load.run({ targets: [one], times: requests, parallel: 8 });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / requests;
}

export async function measure(
  load: Load,
  one: Case,
  small: Side,
  large: Side,
  quick: boolean,
): Promise<Record<string, string>> {
  const tokens = { small: await small.signIn(one.who), large: await large.signIn(one.who) };
  await record(small, one, tokens.small);
  await record(large, one, tokens.large);
  const real = target(large, one, large.realUrl, tokens.large);
  const bare = target(large, one, large.bareUrl, tokens.large);
  const requests = quick ? 80 : 400;
  await load.run({ targets: [real, bare], times: requests, parallel: 8 });
  const cpu = { real: [] as number[], bare: [] as number[] };
  for (let round = 0; round < (quick ? 2 : 9); round++) {
    cpu.real.push(await getCpu(load, real, requests));
    cpu.bare.push(await getCpu(load, bare, requests));
  }
  const ratios = cpu.real.map((ours, round) => ours / (cpu.bare[round] as number));
  const few = target(small, one, small.realUrl, tokens.small);
  await load.run({ targets: [few, real], times: 100, parallel: 1 });
  const [short, long] = (await load.run({ targets: [few, real], times: quick ? 100 : 3000, parallel: 1 })) as [
    number[],
    number[],
  ];
  const both = (share: number) => `${percentile(short, share).toFixed(2)} / ${percentile(long, share).toFixed(2)}`;
  return {
    list: one.name,
    "CPU ours / bare, µs": `${percentile(cpu.real, 50).toFixed(0)} / ${percentile(cpu.bare, 50).toFixed(0)}`,
    "CPU ratio (≤ 1.6)": percentile(ratios, 50).toFixed(2),
    "p50 10k / 1M, ms": both(50),
    "p99 10k / 1M, ms": both(99),
    "p99 ratio (≤ 1.5)": (percentile(long, 99) / percentile(short, 99)).toFixed(2),
  };
}

/** @param quick few requests over fewer rows: shows that it runs, not how fast it is */
export async function* lists(quick: boolean): AsyncGenerator<Record<string, string>> {
  await using stack = new AsyncDisposableStack();
  const load = stack.use(startLoad());
  const counties: [number, Awaited<ReturnType<typeof openCounty>>][] = [];
  for (const rows of [10_000, quick ? 120_000 : 1_000_000]) counties.push([rows, stack.use(await openCounty(rows))]);
  const sides: Side[] = [];
  for (const [rows, { services, clerk, institution, enterprise }] of counties) {
    const accounts = { clerk: [clerk, "0"], institution: [institution, "1"], enterprise: [enterprise, "0"] } as const;
    sides.push(stack.use(await openSide(services, rows, accounts)));
  }
  const [small, large] = sides as [Side, Side];
  for (const one of cases) yield await measure(load, one, small, large, quick);
}
