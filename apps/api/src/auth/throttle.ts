import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import { sql } from "kysely";
import type { Db } from "../core/db.ts";
import { isAmong, networkOf } from "../core/network.ts";
import type { Services } from "../core/services.ts";

/**
 * Who fails too often waits, longer with every failure. Three counters, because each alone can be turned around:
 * - account with address: a guesser waits, and somebody elsewhere cannot keep the owner out;
 * - address: a machine that tries many accounts waits as a whole;
 * - account: guessed from many addresses it answers unknown ones only now and then.
 * A device on which the account signed in before has a counter of its own instead of the three: what others do never makes it wait.
 */

/** From so many failures on, so many seconds until the next try counts. */
type Steps = readonly (readonly [failures: number, seconds: number])[];

/** Of wrong passwords, and codes by SMS. */
const passwordSteps: Readonly<Record<CounterKind, Steps>> = {
  pair: [
    [3, 5],
    [4, 30],
    [5, 300],
    [6, 900],
    [7, 1800],
  ],
  device: [
    [3, 5],
    [4, 30],
    [5, 300],
    [6, 900],
    [7, 1800],
  ],
  account: [[20, 30]],
  address: [
    [50, 15],
    [75, 30],
    [100, 60],
  ],
};
/** Of wrong codes of a second factor: whoever tries them knows the password, and three codes in a million are right at any time. */
const codeSteps: Readonly<Record<CounterKind, Steps>> = {
  pair: [[5, 1800]],
  device: [[5, 1800]],
  account: [[20, 300]],
  address: [[50, 1800]],
};

/** Failures from which a proof of work goes before a try. */
const proofFrom: Readonly<Record<CounterKind, number>> = { pair: 3, device: 3, account: 3, address: 20 };
/** Who brings no proof may try when so many seconds have passed without a failure. */
const pauseWithoutProof = 60;
/** A trusted network (an office behind one address) may fail so many times as often. */
const trust = 10;
/** Minutes without failure and without a wait after which a counter begins anew. */
export const forgottenAfter = 30;

export type CounterKind = "pair" | "device" | "account" | "address";

interface Counter {
  kind: CounterKind;
  key: string;
  steps: Steps;
  /** Told to administrators. */
  address: string | null;
}

/** Whose failures are counted together: all tries at an account, whatever it is called; of a phone, or of a name that nobody has. */
export type Counted = `user ${string}` | `phone ${string}` | `name ${string}`;

/** A try, and where it counts. */
export interface Attempt {
  counters: readonly Counter[];
  ip: string;
  /** The account that is tried, null when nobody has the name. */
  userId: string | null;
}

/** Who tries what from where. @param device the mark of a device on which the account signed in before */
export interface Try {
  counted: Counted;
  ip: string;
  userId: string | null;
  device?: string | null;
}

/** Makes counters, which name nobody: their keys are keyed hashes. */
const counterBy =
  (app: Services, steps: Readonly<Record<CounterKind, Steps>>) =>
  (kind: CounterKind, what: string, address: string | null): Counter => ({
    kind,
    key: app.cipher.hash(what),
    steps: steps[kind],
    address,
  });

/** The counters of a try at a password. */
export function attemptOf(app: Services, { counted, ip, userId, device = null }: Try): Attempt {
  const network = networkOf(ip);
  const counter = counterBy(app, passwordSteps);
  if (device) return { counters: [counter("device", `device|${counted}|${device}`, network)], ip, userId };
  return {
    counters: [
      counter("pair", `pair|${counted}|${network}`, network),
      counter("account", `account|${counted}`, null),
      counter("address", `address|${network}`, network),
    ],
    ip,
    userId,
  };
}

/** The counters of a try at a code of the second factor, apart from those of passwords. */
export function codeAttemptOf(app: Services, userId: string, ip: string): Attempt {
  const network = networkOf(ip);
  const counter = counterBy(app, codeSteps);
  return {
    counters: [
      counter("pair", `factor|${userId}|${network}`, network),
      counter("account", `factor|${userId}`, null),
      counter("address", `factors|${network}`, network),
    ],
    ip,
    userId,
  };
}

/** The counters that unlocking the account takes back. */
export const keysOf = ({ counters }: Attempt): string[] =>
  counters.filter(({ kind }) => kind !== "address").map(({ key }) => key);

export interface Standing {
  /** Seconds until the next try counts; 0 when it may be made. */
  wait: number;
  /** How hard the proof of work is that goes before it; 0 when none is needed. */
  proof: number;
  /** Seconds until a try without that proof counts. */
  waitWithoutProof: number;
}

interface Counts {
  key: string;
  failures: number;
  wait: number;
  /** Seconds since the last failure. */
  rest: number;
}

const trustedNetworks: ParameterKey = "signIn.trustedNetworks";

/** How a try stands before it is made. */
export async function standingOf(app: Services, attempt: Attempt, db: Db = app.db): Promise<Standing> {
  const found = await countsOf(
    db,
    attempt.counters.map(({ key }) => key),
  );
  const failed = attempt.counters.flatMap(({ kind, key }) => {
    const counts = found.get(key);
    return counts ? [{ kind, ...counts }] : [];
  });
  const standing: Standing = { wait: 0, proof: 0, waitWithoutProof: 0 };
  for (const { kind, failures, wait, rest } of failed) {
    // Others may try an account from everywhere: an address that its owner signed in from is spared.
    if (kind === "account" && failures >= proofFrom.account && (await isKnownAddress(db, attempt))) continue;
    const factor = kind === "address" && failures >= proofFrom.address && (await isTrusted(db, attempt.ip)) ? trust : 1;
    const effective = Math.floor(failures / factor);
    if (factor === 1 || effective >= (passwordSteps[kind][0]?.[0] ?? 0)) standing.wait = Math.max(standing.wait, wait);
    const over = effective - proofFrom[kind];
    if (over < 0) continue;
    standing.proof = Math.max(standing.proof, 1 + over);
    standing.waitWithoutProof = Math.max(standing.waitWithoutProof, pauseWithoutProof - rest);
  }
  standing.waitWithoutProof = Math.max(standing.wait, standing.waitWithoutProof);
  return standing;
}

async function isKnownAddress(db: Db, { userId, ip }: Attempt): Promise<boolean> {
  if (!userId) return false;
  const { rows } = await sql<{
    ip: string;
  }>`select distinct ip from login_session where user_id = ${userId} and create_time > now() - interval '90 days'`.execute(
    db,
  );
  return rows.some((known) => networkOf(known.ip) === networkOf(ip));
}

/** Whether an address is of a network that the parameter names. */
async function isTrusted(db: Db, ip: string): Promise<boolean> {
  const { rows } = await sql<{
    value: string;
  }>`select param_value as value from parameter where param_key = ${trustedNetworks} and is_deleted = 0`.execute(db);
  return isAmong(rows[0]?.value ?? "", ip);
}

/** Counters still count for half an hour after the last failure, or after the wait that it brought. */
const counting = sql`greatest(f.locked_until, f.last_time) > now() - make_interval(mins => ${sql.lit(forgottenAfter)})`;

/** What counters stand at; those at nothing are left out. */
export async function countsOf(db: Db, keys: readonly string[]): Promise<Map<string, Counts>> {
  const { rows } =
    await sql<Counts>`select key, failures, greatest(0, ceil(extract(epoch from locked_until - now())))::int as wait, floor(extract(epoch from now() - last_time))::int as rest
    from login_failure f where key = any(${[...keys]}) and ${counting}`.execute(db);
  return new Map(rows.map((row) => [row.key, { ...row, wait: row.wait ?? 0 }]));
}

/** Counts a failure in all its counters. @returns how the next try stands */
export async function countFailure(app: Services, attempt: Attempt, db: Db = app.db): Promise<Standing> {
  await countFailures(
    db,
    attempt.counters.map((counter) => ({ ...counter, userId: counter.kind === "address" ? null : attempt.userId })),
  );
  return standingOf(app, attempt, db);
}

/** What a refusal says of the next try. */
export const afterFailure = ({ wait, proof }: Standing): { wait: number; proof: boolean } => ({
  wait,
  proof: proof > 0,
});

/** Counts a failure, and sets the wait that it brings. Keys are taken in order, so that two at once cannot wait for each other. */
export async function countFailures(
  db: Db,
  counters: readonly {
    key: string;
    steps: Steps;
    kind?: CounterKind;
    userId?: string | null;
    address?: string | null;
  }[],
): Promise<void> {
  for (const { key, steps, kind = null, userId = null, address = null } of counters.toSorted((a, b) =>
    a.key < b.key ? -1 : 1,
  )) {
    const waitAfter = (failures: ReturnType<typeof sql>) =>
      sql`now() + make_interval(secs => (select max(step.seconds) from unnest(${steps.map(([at]) => at)}::int[], ${steps.map(([, seconds]) => seconds)}::int[]) step(at, seconds) where step.at <= ${failures}))`;
    await sql`insert into login_failure as f (key, failures, kind, user_id, address, locked_until) values (${key}, 1, ${kind}, ${userId}::bigint, ${address}, ${waitAfter(sql`1`)})
      on conflict (key) do update set
        failures = case when ${counting} then f.failures + 1 else 1 end,
        first_time = case when ${counting} then f.first_time else now() end,
        last_time = now(),
        locked_until = ${waitAfter(sql`case when ${counting} then f.failures + 1 else 1 end`)}`.execute(db);
  }
}

/** A right password: the failures of this pair, or device, were the owner's own slips and count no longer. */
export async function forgive(attempt: Attempt, db: Db): Promise<void> {
  const [own, ...others] = attempt.counters.map(({ key }) => key);
  await sql`with slips as (delete from login_failure where key = ${own} returning failures)
    update login_failure f set failures = greatest(0, f.failures - slips.failures) from slips where f.key = any(${others})`.execute(
    db,
  );
}
