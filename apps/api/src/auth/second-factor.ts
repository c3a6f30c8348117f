import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { owesFactorByDuty } from "../access/access.queries.ts";
import type { Db, Tx } from "../core/db.ts";
import type { Services } from "../core/services.ts";
import { rolesIn } from "../settings/settings.queries.ts";
import { codeAttemptOf, countFailure, forgive, standingOf } from "./throttle.ts";
import { newTotpSecret, otpAddress, stepOfCode } from "./totp.ts";

/** The parameter that names the roles. */
const factorRoles: ParameterKey = "signIn.factor.roles";

/** Whether an account has a second factor that is set up. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from second_factor where user_id = ${userId} and secret is not null`.execute(db);
  return rows.length > 0;
}

/** Who owes a second factor, as columns beside a user `u`. */
export const factorColumns = `(select param_value from parameter where param_key = '${factorRoles}' and is_deleted = 0) as "factorRoles",
    exists (select from second_factor f where f.user_id = u.id and f.secret is not null) as "hasFactor"`;
export interface FactorFacts {
  factorRoles: string | null;
  hasFactor: boolean;
}

/**
 * Whether somebody owes a second factor that is not set up: because the parameter names a role of his, or in production because of his duty. Duties
 * owe it there whatever the parameter says, so that nobody who may change parameters can take it from them.
 */
export function isFactorOwed(
  { production }: Services["settings"],
  { factorRoles, hasFactor }: FactorFacts,
  aliases: readonly string[],
  permissions: ReadonlySet<string>,
): boolean {
  if (hasFactor) return false;
  return (
    (factorRoles !== null && rolesIn(factorRoles).some((alias) => aliases.includes(alias))) ||
    (production && owesFactorByDuty(aliases, permissions))
  );
}

export type CodeOutcome = "right" | "wrong" | "locked";

/**
 * Looks at a code of the authenticator, or a recovery code, and uses it up when it is right. Failures count by account and address like
 * wrong passwords; the count must be kept, so the transaction has to be committed whatever the outcome.
 */
export async function tryCode(tx: Tx, app: Services, userId: string, code: string, ip: string): Promise<CodeOutcome> {
  // One code at a time for an account, else a code could be used twice, and guesses made at once would outrun the count.
  const { rows } = await sql<{
    secret: string | null;
    lastStep: string;
  }>`select secret, last_step from second_factor where user_id = ${userId} for update`.execute(tx);
  const [factor] = rows;
  if (!factor?.secret) return "wrong";
  const attempt = codeAttemptOf(app, userId, ip);
  if ((await standingOf(app, attempt, tx)).wait > 0) return "locked";
  const typed = code.replace(/[\s-]/g, "");
  const step = stepOfCode(app.cipher.decrypt(factor.secret), typed, Number(factor.lastStep), Date.now());
  const right = step === null ? await useRecoveryCode(tx, app, userId, typed) : true;
  if (!right) {
    await countFailure(app, attempt, tx);
    return "wrong";
  }
  if (step !== null) await sql`update second_factor set last_step = ${step} where user_id = ${userId}`.execute(tx);
  await forgive(attempt, tx);
  return "right";
}

/** A wrong password typed beside a code counts like a wrong code. */
export async function countWrongProof(app: Services, userId: string, ip: string): Promise<void> {
  await countFailure(app, codeAttemptOf(app, userId, ip));
}

export const isCodeLocked = async (app: Services, userId: string, ip: string): Promise<boolean> =>
  (await standingOf(app, codeAttemptOf(app, userId, ip))).wait > 0;

async function useRecoveryCode(tx: Tx, app: Services, userId: string, code: string): Promise<boolean> {
  const { rows } =
    await sql`delete from recovery_code where user_id = ${userId} and code_hash = ${hashOf(app, userId, code)} returning 1`.execute(
      tx,
    );
  return rows.length > 0;
}

const hashOf = (app: Services, userId: string, code: string) => app.cipher.hash(`recovery|${userId}|${code}`);

/** Codes of a set. */
const count = 10;
// Without the letters and digits that are read wrongly from paper. 24 characters of 31 are 118 bits: nobody can try them all, even with the hashes at hand.
const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Ten recovery codes in place of those before; the database keeps their hashes alone. @returns them as they are written down, `ABCD-EFGH-JKMN-PQRS-TUVW-XYZ2` */
export async function newRecoveryCodes(tx: Tx, app: Services, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    Array.from({ length: 24 }, () => letters[randomInt(letters.length)]).join(""),
  );
  await sql`delete from recovery_code where user_id = ${userId}`.execute(tx);
  await sql`insert into recovery_code (user_id, code_hash) select ${userId}::bigint, unnest(${codes.map((code) => hashOf(app, userId, code))}::text[])`.execute(
    tx,
  );
  return codes.map((code) => code.replace(/.{4}(?=.)/g, "$&-"));
}

/** Who asks for the codes, as authenticators show it. */
const issuer = "技培 Jipei";

/** A secret, and what its QR code says. @param account as authenticators show it @param secret base32; left out: a new one */
export function newFactor(account: string, secret = newTotpSecret()): { secret: string; address: string } {
  return { secret, address: otpAddress(secret, issuer, account) };
}

/**
 * Sets up the second factor of an account in place of any it had, by a secret that a code confirms. All its sessions end.
 * @returns the recovery codes, null when the code is wrong
 */
export async function placeFactor(
  tx: Tx,
  app: Services,
  userId: string,
  secret: string,
  code: string,
): Promise<string[] | null> {
  const step = stepOfCode(secret, code.replace(/\s/g, ""), 0, Date.now());
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

/** The account signs in without a second factor from now on. @returns whether it had one */
export async function removeFactor(tx: Tx, userId: string): Promise<boolean> {
  // In the order in which the second step takes them.
  await sql`delete from factor_challenge where user_id = ${userId}`.execute(tx);
  const { rows } = await sql<{
    secret: string | null;
  }>`delete from second_factor where user_id = ${userId} returning secret`.execute(tx);
  return rows[0]?.secret != null;
}
