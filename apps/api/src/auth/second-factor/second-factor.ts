import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { needsFactorByDuty } from "../../core/access/duties.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import type { Services } from "../../core/foundation/services.ts";
import { rolesIn } from "../../settings/settings.queries.ts";
import { getCodeAttempt, countFailure, clearOwnFailures, getStanding } from "../sign-in/throttle.ts";
import { newTotpSecret, otpAddress, findStep } from "./totp.ts";

/** The parameter that names the roles. */
const factorRoles: ParameterKey = "signIn.factor.roles";

/** Whether an account has a second factor that is set up. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from second_factor where user_id = ${userId} and secret is not null`.execute(db);
  return rows.length > 0;
}

/** Columns by which `isFactorRequired` decides, for a user `u`. */
export const factorColumns = `(select param_value from setting where param_key = '${factorRoles}') as "factorRoles",
    exists (select from second_factor f where f.user_id = u.id and f.secret is not null) as "hasFactor"`;
export interface FactorFacts {
  factorRoles: string | null;
  hasFactor: boolean;
}

/**
 * Whether a user must set up a second factor: because the parameter names one of their roles, or in production because of a duty they hold. There, duties
 * need one whatever the parameter says, so that nobody who may change parameters can switch it off.
 */
export function isFactorRequired(
  { production }: Services["settings"],
  { factorRoles, hasFactor }: FactorFacts,
  aliases: readonly string[],
  permissions: ReadonlySet<string>,
): boolean {
  if (hasFactor) return false;
  return (
    (factorRoles !== null && rolesIn(factorRoles).some((alias) => aliases.includes(alias))) ||
    (production && needsFactorByDuty(aliases, permissions))
  );
}

/** What became of a code, and how many seconds the next one must wait. */
export interface CodeOutcome {
  outcome: "right" | "wrong" | "locked";
  wait: number;
}

/**
 * Checks a code of the authenticator, or a recovery code, and uses it up when it is right. Failures count by account and IP address like wrong
 * passwords. The transaction has to be committed whatever the outcome, so that the count is stored.
 */
export async function tryCode(tx: Tx, app: Services, userId: string, code: string, ip: string): Promise<CodeOutcome> {
  // One code at a time for each account: otherwise a code could be used twice, and concurrent guesses would be checked before they count.
  const { rows } = await sql<{
    secret: string | null;
    lastStep: string;
  }>`select secret, last_step from second_factor where user_id = ${userId} for update`.execute(tx);
  const [factor] = rows;
  if (!factor?.secret) return { outcome: "wrong", wait: 0 };
  const attempt = getCodeAttempt(app, userId, ip);
  const { wait } = await getStanding(app, attempt, tx);
  if (wait > 0) return { outcome: "locked", wait };
  const typed = code.replace(/[\s-]/g, "");
  const step = findStep(app.cipher.decrypt(factor.secret), typed, Number(factor.lastStep), Date.now());
  const right = step === null ? await useRecoveryCode(tx, app, userId, typed) : true;
  if (!right) return { outcome: "wrong", wait: (await countFailure(app, attempt, tx)).wait };
  if (step !== null) await sql`update second_factor set last_step = ${step} where user_id = ${userId}`.execute(tx);
  await clearOwnFailures(attempt, tx);
  return { outcome: "right", wait: 0 };
}

/** A wrong password typed beside a code counts like a wrong code. */
export async function countWrongProof(app: Services, userId: string, ip: string): Promise<void> {
  await countFailure(app, getCodeAttempt(app, userId, ip));
}

export const isCodeLocked = async (app: Services, userId: string, ip: string): Promise<boolean> =>
  (await getStanding(app, getCodeAttempt(app, userId, ip))).wait > 0;

async function useRecoveryCode(tx: Tx, app: Services, userId: string, code: string): Promise<boolean> {
  const { rows } =
    await sql`delete from recovery_code where user_id = ${userId} and code_hash = ${computeHash(app, userId, code)} returning 1`.execute(
      tx,
    );
  return rows.length > 0;
}

const computeHash = (app: Services, userId: string, code: string) => app.cipher.hash(`recovery|${userId}|${code}`);

/** Number of recovery codes. */
const count = 10;
// Without letters and digits that are easily misread on paper. 24 characters of 31 are 118 bits: too many to try, even for somebody who has the hashes.
const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Replaces the recovery codes by ten new ones; the database stores only their hashes. @returns the codes as users write them down, `ABCD-EFGH-JKMN-PQRS-TUVW-XYZ2` */
export async function newRecoveryCodes(tx: Tx, app: Services, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    Array.from({ length: 24 }, () => letters[randomInt(letters.length)]).join(""),
  );
  await sql`delete from recovery_code where user_id = ${userId}`.execute(tx);
  await sql`insert into recovery_code (user_id, code_hash) select ${userId}::bigint, unnest(${codes.map((code) => computeHash(app, userId, code))}::text[])`.execute(
    tx,
  );
  return codes.map((code) => code.replace(/.{4}(?=.)/g, "$&-"));
}

/** The issuer that authenticators show. */
const issuer = "技培 Jipei";

/** A secret and the address for its QR code. @param account as authenticators show it @param secret base32; left out: a new one */
export function newFactor(account: string, secret = newTotpSecret()): { secret: string; address: string } {
  return { secret, address: otpAddress(secret, issuer, account) };
}

/**
 * Sets up the second factor of an account, with a secret that a code confirms, and replaces an earlier one. All sessions of the account end.
 * @returns the recovery codes, null when the code is wrong
 */
export async function replaceFactor(
  tx: Tx,
  app: Services,
  userId: string,
  secret: string,
  code: string,
): Promise<string[] | null> {
  const step = findStep(secret, code.replace(/\s/g, ""), 0, Date.now());
  if (step === null) return null;
  await removeFactor(tx, userId);
  await sql`insert into second_factor (user_id, secret, set_up_time, last_step) values (${userId}, ${app.cipher.encrypt(secret)}, now(), ${step})`.execute(
    tx,
  );
  await sql`update login_session set end_time = now(), end_reason = 'factor' where user_id = ${userId} and end_time is null`.execute(
    tx,
  );
  return newRecoveryCodes(tx, app, userId);
}

/** Removes the second factor of an account. @returns whether it had one */
export async function removeFactor(tx: Tx, userId: string): Promise<boolean> {
  // In the order in which the second step takes them.
  await sql`delete from factor_challenge where user_id = ${userId}`.execute(tx);
  const { rows } = await sql<{
    secret: string | null;
  }>`delete from second_factor where user_id = ${userId} returning secret`.execute(tx);
  return rows[0]?.secret != null;
}
