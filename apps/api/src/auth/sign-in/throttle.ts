import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { isAmong, getNetwork } from "../../core/http/network.ts";
import type { Services } from "../../core/foundation/services.ts";

/**
 * Users who fail too often wait, longer with every failure. There are three counters, because each alone can be evaded or abused:
 * - account with IP address: an attacker waits, and cannot lock the owner out from elsewhere;
 * - IP address: a machine that tries many accounts waits for all of them;
 * - account: guessed from many addresses, it accepts a try from an unknown address only now and then.
 * A device on which the account signed in before has one counter of its own instead, so that failures of others never make it wait.
 */

/** From this number of failures on, seconds until the next try is accepted. */
type Steps = readonly (readonly [failures: number, seconds: number])[];

/** For wrong passwords, and wrong codes by SMS. */
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
/** For wrong codes of a second factor: an attacker who gets there knows the password, and three codes in a million are right at any time. */
const codeSteps: Readonly<Record<CounterKind, Steps>> = {
  pair: [[5, 1800]],
  device: [[5, 1800]],
  account: [[20, 300]],
  address: [[50, 1800]],
};

/** Number of failures from which a try needs a proof of work. */
const proofFrom: Readonly<Record<CounterKind, number>> = { pair: 3, device: 3, account: 3, address: 20 };
/** Seconds without a failure after which a try without proof of work is accepted. */
const pauseWithoutProof = 60;
/** Factor by which a trusted network (an office behind one IP address) may fail more often. */
const trust = 10;
/** Minutes without failure and without a wait after which a counter begins anew. */
export const forgottenAfter = 30;

export type CounterKind = "pair" | "device" | "account" | "address";

interface Counter {
  kind: CounterKind;
  key: string;
  steps: Steps;
  /** Shown to administrators. */
  address: string | null;
}

/** Whose failures are counted together: those of an account; of a phone; or of a name that no account has, or that is an ID number. */
export type Counted = `user ${string}` | `phone ${string}` | `name ${string}`;

/** A try, and the counters that it counts for. */
export interface Attempt {
  counters: readonly Counter[];
  ip: string;
  /** The user who is tried, null when nobody has the name. */
  userId: string | null;
}

/** Which account is tried, and from where. @param device mark of a device on which the account signed in before */
export interface Try {
  counted: Counted;
  ip: string;
  userId: string | null;
  device?: string | null;
}

/** Makes counters. Their keys are keyed hashes, so that they identify nobody. */
const counterBy =
  (app: Services, steps: Readonly<Record<CounterKind, Steps>>) =>
  (kind: CounterKind, what: string, address: string | null): Counter => ({
    kind,
    key: app.cipher.hash(what),
    steps: steps[kind],
    address,
  });

/** The counters of a try at a password. */
export function getAttempt(app: Services, { counted, ip, userId, device = null }: Try): Attempt {
  const network = getNetwork(ip);
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
export function getCodeAttempt(app: Services, userId: string, ip: string): Attempt {
  const network = getNetwork(ip);
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

/** Keys of the counters that unlocking the account resets. */
export const getKeys = ({ counters }: Attempt): string[] =>
  counters.filter(({ kind }) => kind !== "address").map(({ key }) => key);

export interface Standing {
  /** Seconds until the next try is accepted; 0 when it is accepted now. */
  wait: number;
  /** Level of the proof of work that it needs; 0 when none is needed. */
  proof: number;
  /** Seconds until a try without that proof is accepted. */
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

/** Whether a try is accepted now, or has to wait. */
export async function getStanding(app: Services, attempt: Attempt, db: Db = app.db): Promise<Standing> {
  const found = await getCounts(
    db,
    attempt.counters.map(({ key }) => key),
  );
  const failed = attempt.counters.flatMap(({ kind, key }) => {
    const counts = found.get(key);
    return counts ? [{ kind, ...counts }] : [];
  });
  const standing: Standing = { wait: 0, proof: 0, waitWithoutProof: 0 };
  for (const { kind, failures, wait, rest } of failed) {
    // Attackers may try an account from anywhere, so this counter is ignored for IP addresses from which the owner signed in before.
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
  return rows.some((known) => getNetwork(known.ip) === getNetwork(ip));
}

/** Whether an IP address belongs to a network that the parameter names. */
async function isTrusted(db: Db, ip: string): Promise<boolean> {
  const { rows } = await sql<{
    value: string;
  }>`select param_value as value from setting where param_key = ${trustedNetworks}`.execute(db);
  return isAmong(rows[0]?.value ?? "", ip);
}

/** Counters are valid for half an hour after the last failure, or after the wait that it caused. */
const stillCounts = `greatest(f.locked_until, f.last_time) > now() - make_interval(mins => ${forgottenAfter})`;
const counting = sql.raw(stillCounts);

/** SQL of the wrong passwords of a user that count now: the most from one place. @param userId SQL of the user's id */
export const wrongPasswords = (userId: string): string =>
  `select coalesce(max(f.failures), 0)::int from login_failure f where f.user_id = ${userId} and ${stillCounts}`;

/** The values of counters; those without failures are left out. */
export async function getCounts(db: Db, keys: readonly string[]): Promise<Map<string, Counts>> {
  const { rows } =
    await sql<Counts>`select key, failures, greatest(0, ceil(extract(epoch from locked_until - now())))::int as wait, floor(extract(epoch from now() - last_time))::int as rest
    from login_failure f where key = any(${[...keys]}) and ${counting}`.execute(db);
  return new Map(rows.map((row) => [row.key, { ...row, wait: row.wait ?? 0 }]));
}

/** Counts a failure in all counters of a try. @returns whether the next try has to wait */
export async function countFailure(app: Services, attempt: Attempt, db: Db = app.db): Promise<Standing> {
  await countFailures(
    db,
    attempt.counters.map((counter) => ({ ...counter, userId: counter.kind === "address" ? null : attempt.userId })),
  );
  return getStanding(app, attempt, db);
}

/** What a refusal says about the next try. */
export const afterFailure = ({ wait, proof }: Standing): { wait: number; proof: boolean } => ({
  wait,
  proof: proof > 0,
});

/** Counts a failure, and sets the wait that it causes. Keys are updated in order, so that concurrent failures cannot deadlock. */
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

/** After a right password: failures of this pair, or device, were the owner's own mistakes and are cleared. */
export async function clearOwnFailures(attempt: Attempt, db: Db): Promise<void> {
  const [own, ...others] = attempt.counters.map(({ key }) => key);
  await sql`with cleared as (delete from login_failure where key = ${own} returning failures)
    update login_failure f set failures = greatest(0, f.failures - cleared.failures) from cleared where f.key = any(${others})`.execute(
    db,
  );
}
