import { token as tokenCall } from "../../packages/contract/src/auth/auth.ts";
import { classCalls } from "../../packages/contract/src/training/training-class.calls.ts";
import { regionCalls } from "../../packages/contract/src/settings/region.ts";
import { candidateSourceCalls } from "../../packages/contract/src/catalogue/candidate-source.ts";
import { silentJournal } from "../../apps/api/src/core/http/journal.ts";
import { createJournal } from "../../apps/api/src/logs/journal.ts";
import { basic, password, realApp, signIn } from "../../apps/api/test/support/sign-in.ts";
import { openCounty } from "../county.ts";
import { percentile, startLoad } from "../load.ts";

/** One kind of call. */
interface Asked {
  name: string;
  /** Path and query. */
  url: string;
  public?: true;
  headers?: Record<string, string>;
  body?: string;
  /** Requests of a round, for calls that take long. */
  requests?: number;
}

const askedOf = (clerk: string): Asked[] => [
  { name: "list: classes, bureau", url: `${classCalls.list.path}?current=1&size=10` },
  {
    name: "list: classes, bureau, four filters",
    url: `${classCalls.list.path}?current=1&size=10&className=${encodeURIComponent("电工")}&status=Confirm&startDate_dategt=2024-03-01&startDate_datelt=2025-03-01`,
  },
  { name: "detail: a class", url: `${classCalls.detail.path}?id=77` },
  {
    name: "write: a candidate source",
    url: candidateSourceCalls.submit.path,
    headers: { "content-type": "application/json" },
    body: '{"sourceNo":"N#","sourceName":"来源#","sort":1,"isValid":"isValid"}',
  },
  {
    name: "token: name and password",
    url: tokenCall.path,
    public: true,
    headers: { authorization: basic(), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "password",
      username: JSON.stringify({ loginType: "0", userId: clerk, loginMethod: "1", programNo: "ZJGTRAIN" }),
      password,
    }).toString(),
    requests: 16,
  },
  { name: "public: one region", url: `${regionCalls.detail.path}?code=330102`, public: true },
  { name: "the same region, signed in", url: `${regionCalls.detail.path}?code=330102` },
];

/** CPU time that this process spends on something, in microseconds. */
async function getCpu(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Rounds whose entries are written together, a few hundred at once, as a busy server does once a second. */
const together = 3;

/** The cost of the logs for each request: the same process answers with and without them, in turn. */
export async function* logCost(quick: boolean): AsyncGenerator<Record<string, string>> {
  await using stack = new AsyncDisposableStack();
  const load = stack.use(startLoad());
  const county = await openCounty(10_000);
  stack.use(county);
  const journal = await createJournal(county.services);
  stack.defer(() => journal.close());
  const off = await realApp({ ...county.services, journal: silentJournal });
  const on = await realApp({ ...county.services, journal });
  stack.defer(() => off.close());
  stack.defer(() => on.close());
  const [offUrl, onUrl] = [
    await off.listen({ port: 0, host: "127.0.0.1" }),
    await on.listen({ port: 0, host: "127.0.0.1" }),
  ];
  const token = JSON.parse((await signIn(off, county.clerk)).body).access_token as string;
  for (const { name, url, requests = 80, ...rest } of askedOf(county.clerk)) {
    const own = {
      token: rest.public ? "" : token,
      ...(rest.headers && { headers: rest.headers }),
      ...(rest.body !== undefined && { body: rest.body }),
    };
    const [without, withLog] = [offUrl, onUrl].map(
      (base) => (times: number) => load.run({ targets: [{ ...own, urls: [base + url] }], times, parallel: 8 }),
    ) as [(times: number) => Promise<unknown>, (times: number) => Promise<unknown>];
    for (const ask of [without, withLog, without, withLog]) await ask(requests * 2);
    const cpu = { without: [] as number[], withLog: [] as number[], written: [] as number[] };
    const sides = [
      async () => cpu.without.push(await getCpu(() => without(requests))),
      async () => cpu.withLog.push(await getCpu(() => withLog(requests))),
    ];
    for (let round = 1; round <= (quick ? 6 : 90); round++) {
      // The second one profits from caches that the first has filled; so they change places.
      for (const side of round % 2 ? sides : sides.toReversed()) await side();
      if (round % together === 0) cpu.written.push(await getCpu(() => journal.flush()));
    }
    // Short rounds in pairs: other load on the machine changes more slowly.
    const off = percentile(cpu.without, 50) / requests;
    const taken =
      percentile(
        cpu.withLog.map((one, round) => one - (cpu.without[round] as number)),
        50,
      ) / requests;
    const written = percentile(cpu.written, 50) / requests / together;
    yield {
      call: name,
      "CPU without, µs": off.toFixed(0),
      "taken down, µs": taken.toFixed(1),
      "written, µs": written.toFixed(1),
      "ratio (≤ 1.10)": (1 + (taken + written) / off).toFixed(3),
    };
  }
}
