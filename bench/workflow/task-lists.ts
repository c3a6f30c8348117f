import type { RoleAlias } from "../../packages/contract/src/core/roles.ts";
import { flowFollowCalls } from "../../packages/contract/src/workflow/flow-follow.ts";
import { workCalls } from "../../packages/contract/src/workflow/work.calls.ts";
import { createTestDatabase } from "../../apps/api/test/database/template-db.ts";
import { anAccount } from "../../apps/api/test/support/sign-in.ts";
import { testServices } from "../../apps/api/test/support/test-services.ts";
import { type Case, type Side, measure, openSide } from "../lists.ts";
import { startLoad } from "../load.ts";
import { fillTasks } from "./fill-tasks.ts";

const size = 10;
const few = 10_000;
const one = (query = "") => [`current=1&size=${size}${query && `&${query}`}`];
/** Sixty pages at the far end of a list, or around page 10,000; in the small database its first page, for comparison. @param share rows of the list for each open task */
const deep = (share: number) => (open: number) => {
  const last = Math.min(10_000, Math.floor((open * share) / size));
  return open <= few ? one() : Array.from({ length: 60 }, (_, n) => `current=${last - 60 + n}&size=${size}`);
};
const title = ["秀英", "建国", "丽华", "志强", "明军"].flatMap((name) => one(`title=${encodeURIComponent(name)}`));

interface Listed {
  name: string;
  path: string;
  /** Rows of the one who has many, for each open task. */
  share: number;
}
const own: Listed[] = [
  { name: "to claim", path: workCalls.claimList.path, share: 0.24 },
  { name: "to do", path: workCalls.todoList.path, share: 0.01 },
  { name: "done", path: workCalls.doneList.path, share: 0.05 },
  { name: "started", path: workCalls.sendList.path, share: 0.012 },
];
const cases: Case[] = [
  ...own.flatMap(({ name, path, share }): Case[] => [
    { name: `${name}, forty rows`, who: "idle", path, pages: () => one() },
    { name: `${name}, many`, who: "busy", path, pages: () => one() },
    { name: `${name}, far back`, who: "busy", path, pages: deep(share) },
    { name: `${name}, a name, forty rows`, who: "idle", path, pages: () => title },
    { name: `${name}, a name, many`, who: "busy", path, pages: () => title },
  ]),
  { name: "all processes", who: "follower", path: flowFollowCalls.list.path, pages: () => one() },
  { name: "all processes, far back", who: "follower", path: flowFollowCalls.list.path, pages: deep(3.6) },
  {
    name: "all processes, running",
    who: "follower",
    path: flowFollowCalls.list.path,
    pages: () => one("status=running"),
  },
  { name: "all processes, a name", who: "follower", path: flowFollowCalls.list.path, pages: () => title },
  { name: "counters, forty rows", who: "idle", path: workCalls.count.path, pages: () => [""] },
  { name: "counters, many", who: "busy", path: workCalls.count.path, pages: () => [""] },
];

/** Accounts of the three who ask. */
const people = { busy: ["firstReviewer"], idle: ["clerk"], follower: ["sysAdmin"] } as const satisfies Record<
  string,
  readonly RoleAlias[]
>;

/** Fills a database with so many open tasks. @returns its address */
async function fill(open: number, stack: AsyncDisposableStack): Promise<string> {
  const database = await createTestDatabase();
  stack.defer(() => database.drop());
  const services = testServices(database.url);
  const ids = new Map<string, string>();
  for (const [account, roles] of Object.entries(people))
    ids.set(account, (await anAccount(services, { account, roles: [...roles] })).userId);
  await fillTasks(services, { open, busy: ids.get("busy") ?? "", idle: ids.get("idle") ?? "" });
  await services.pool.end();
  return database.url;
}

/** Sends queries to a database that was filled before. */
export async function askTasks(databaseUrl: string, open: number): Promise<Side> {
  const services = testServices(databaseUrl);
  const accounts = Object.fromEntries(Object.keys(people).map((account) => [account, [account, "0"] as const]));
  const side = await openSide(services, open, accounts);
  return { ...side, [Symbol.asyncDispose]: async () => (await side[Symbol.asyncDispose](), services.pool.end()) };
}

/** @param only measures the lists whose name contains it */
export async function* compareTasks(
  small: Side,
  large: Side,
  quick: boolean,
  only = "",
): AsyncGenerator<Record<string, string>> {
  using load = startLoad();
  for (const one of cases) if (one.name.includes(only)) yield await measure(load, one, small, large, quick);
}

/**
 * Lists of tasks and processes over ten thousand and over a million open tasks, and ten times as many that are done, compared with a bare Fastify
 * as in `lists`. WORKFLOW_TASKS is another number of open tasks.
 */
export async function* taskLists(quick: boolean): AsyncGenerator<Record<string, string>> {
  await using stack = new AsyncDisposableStack();
  const many = Number(process.env.WORKFLOW_TASKS ?? (quick ? 40_000 : 1_000_000));
  const [small, large] = [await fill(few, stack), await fill(many, stack)];
  yield* compareTasks(stack.use(await askTasks(small, few)), stack.use(await askTasks(large, many)), quick);
}
