import type { Call } from "@jipei/contract/core/call.ts";
import { type RoleAlias, roles } from "@jipei/contract/core/roles.ts";
import { machines } from "@jipei/contract/machines.ts";
import { sql } from "kysely";
import { type Actor, guest } from "../../src/core/foundation/actor.ts";
import { daysBack } from "../../src/core/foundation/clock.ts";
import type { Db, Tx } from "../../src/core/database/db.ts";
import { defaultPermissions } from "../../src/core/access/default-rights.ts";
import type { Route } from "../../src/core/http/implement.ts";
import { parseInput } from "../../src/core/entity/input.ts";
import type { Services } from "../../src/core/foundation/services.ts";
import { domains } from "../../src/domains.ts";

/**
 * The users of the demo county: every row of the chain is made by the call that a clerk, an institution or a reviewer
 * would make, with its guards, numbers and history, all in one transaction, so that the county is there as a whole or not at all.
 */
export interface Desk {
  app: Services;
  tx: Tx;
  /** Demo accounts with the permissions of their role; an institution's administrator by its id. The history dates the action a number of days back. */
  as(account: string, who?: Partial<Actor>, daysAgo?: number): <I, O>(call: Call<I, O>, input: unknown) => Promise<O>;
  actor(account: string, who?: Partial<Actor>): Actor;
  /** The transaction for an action of an earlier day that is no call. */
  on(daysAgo: number): Tx;
}

const rolesOf: Readonly<Record<string, RoleAlias>> = {
  admin: "sysAdmin",
  clerk: "clerk",
  first: "firstReviewer",
  second: "secondReviewer",
  finance: "finance",
  leader: "leader",
  org: "orgAdmin",
  enterprise: "entAdmin",
  student: "student",
};

export async function openDesk(tx: Tx, services: Services): Promise<Desk> {
  const app: Services = { ...services, db: within(tx), jobs: withoutMessages(services.jobs) };
  const { rows } = await sql<{
    id: string;
    account: string;
    name: string;
    deptId: string | null;
  }>`select id, account, name, dept_id from app_user where account = any(${Object.keys(rolesOf)}) and is_deleted = 0`.execute(
    tx,
  );
  const users = new Map(rows.map((row) => [row.account, row]));
  // A second clerk checks what the first one entered.
  const actor: Desk["actor"] = (account, who = {}) => {
    const role = rolesOf[account] as RoleAlias;
    const user = users.get(account);
    return {
      ...guest("127.0.0.1"),
      userId: user?.id ?? "0",
      account,
      name: user?.name ?? account,
      deptId: user?.deptId ?? null,
      audience: roles[role].audience,
      roles: [role],
      permissions: new Set(defaultPermissions(role, machines)),
      ...who,
    };
  };
  return {
    app,
    tx,
    actor,
    on: (daysAgo) => on(daysAgo, tx),
    as:
      (account, who, daysAgo = 0) =>
      async (call, input) => {
        const route = (routes ??= routesByName()).get(call.name) as Route;
        const by = actor(account, who);
        const parsed = parseInput(call.input, input);
        if (route.kind === "raw") throw new Error(`${call.name} handles its own request`);
        const prepared =
          route.kind === "writes" && route.prepare ? await route.prepare(app, by, parsed, null as never) : undefined;
        return (await (route.handler as (...all: unknown[]) => Promise<unknown>)(
          on(daysAgo, tx),
          by,
          parsed,
          app,
          prepared,
        )) as never;
      },
  };
}

/** Collected at first use: one domain creates tenants, which are seeded too, so the list of domains may not be loaded yet when this file is. */
let routes: ReadonlyMap<string, Route> | undefined;
const routesByName = () =>
  new Map(domains.flatMap((domain) => domain.routes.map((route) => [route.call.name, route] as const)));

/** The transaction in place of the database that handlers read outside of theirs: so they see what is not committed yet. */
function within(tx: Tx): Db {
  return new Proxy(tx as unknown as Db, {
    get(target, name) {
      if (name === "transaction") return () => ({ execute: (work: (inner: Tx) => unknown) => work(tx) });
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** The columns that tell when an action was taken, in the tables that are never changed afterwards. */
const times: Readonly<Record<string, readonly string[]>> = {
  auditRecord: ["operateTime"],
  payeeAccount: ["fileTime", "approveTime"],
};

/** The transaction as it is for an action of an earlier day, with that day in its history. */
function on(daysAgo: number, tx: Tx): Tx {
  const days = daysBack() + daysAgo;
  if (days === 0) return tx;
  const day = sql`now() - make_interval(days => ${days})`;
  return new Proxy(tx, {
    get(target, name) {
      if (name === "insertInto")
        return (table: never) => {
          const dated = times[table];
          if (!dated) return target.insertInto(table);
          const then = Object.fromEntries(dated.map((column) => [column, day]));
          return {
            values: (rows: object | object[]) =>
              target.insertInto(table).values([rows].flat().map((row) => ({ ...row, ...then })) as never),
          };
        };
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** What the planner knows of the tables. Until autovacuum runs it would take them for empty, and read some a thousand times slower. */
export const analyse = async ({ tx }: Pick<Desk, "tx">): Promise<void> => void (await sql`analyze`.execute(tx));

/** Sends none of the two thousand text messages at the first start; the outbox shows them as sent. */
const withoutMessages = (jobs: Services["jobs"]): Services["jobs"] => ({
  ...jobs,
  send: async (tx, name, data) => (name === "sms.send" ? "0" : jobs.send(tx, name, data)),
});
