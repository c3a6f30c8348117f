import { secondFactorCalls as calls } from "@jipei/contract/auth/second-factor.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Route, reads, writes, writesPrepared } from "../../core/http/implement.ts";
import { decryptPassword } from "../../core/security/password.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { isPasswordCorrect, limitPasswordTries } from "../sign-in/own-password.ts";
import {
  type FactorFacts,
  countWrongProof,
  factorColumns,
  hasFactor,
  isCodeLocked,
  isFactorRequired,
  newFactor,
  newRecoveryCodes,
  removeFactor,
  tryCode,
} from "./second-factor.ts";
import { findStep } from "./totp.ts";

/** Minutes in which a new secret must be confirmed. */
const pendingMinutes = 15;

interface Proof {
  password?: string | null;
  code?: string | null;
}

const wrongCode = () => invalidField("code", "验证码", "Code", "不正确或已用过", "is wrong or was used");

/**
 * Proves that the caller owns the account, by password and code. Each try counts. It runs before the transaction of the action, so that the count stays
 * when the action is refused.
 * @throws FACTOR_NOT_SET, FIELD_INVALID naming the field, RATE_LIMIT after too many failures
 */
async function proveOwner(app: Services, actor: Actor, { password, code }: Proof): Promise<void> {
  if (!(await hasFactor(app.db, actor.userId))) throw new Refusal("FACTOR_NOT_SET");
  if (!password) throw invalidField("password", "密码", "Password", "不能为空", "required");
  if (!code) throw invalidField("code", "验证码", "Code", "不能为空", "required");
  // Counted before it is checked: otherwise many concurrent passwords would all be checked before the first failure counts.
  await limitPasswordTries(app, actor);
  if (await isCodeLocked(app, actor.userId, actor.ip)) throw new Refusal("RATE_LIMIT");
  if (!(await isPasswordCorrect(app.db, actor.userId, decryptPassword(app.keys, password, "password")))) {
    await countWrongProof(app, actor.userId, actor.ip);
    throw invalidField("password", "密码", "Password", "不正确", "is wrong");
  }
  const { outcome } = await app.db.transaction().execute((tx) => tryCode(tx, app, actor.userId, code, actor.ip));
  if (outcome === "locked") throw new Refusal("RATE_LIMIT");
  if (outcome === "wrong") throw wrongCode();
}

async function state(db: Db, actor: Actor, { settings }: Services) {
  const { rows } = await sql<
    FactorFacts & { setUpTime: string | null; codesLeft: string }
  >`select ${sql.raw(factorColumns)}, f.set_up_time, (select count(*) from recovery_code r where r.user_id = u.id) as codes_left
    from account u left join second_factor f on f.user_id = u.id where u.id = ${actor.userId}`.execute(db);
  const [found] = rows;
  if (!found) throw new Refusal("NOT_FOUND");
  const required = isFactorRequired(settings, { ...found, hasFactor: false }, actor.roles, actor.permissions);
  return {
    enabled: found.hasFactor ? "1" : "0",
    required: required ? "1" : "0",
    setUpTime: found.setUpTime,
    codesLeft: Number(found.codesLeft),
  } as const;
}

/** Stores a new secret beside the current one, until a code confirms that the authenticator has it. */
async function begin(tx: Tx, actor: Actor, app: Services) {
  const { secret, address } = newFactor(actor.account);
  await sql`insert into second_factor (user_id, pending_secret, pending_time) values (${actor.userId}, ${app.cipher.encrypt(secret)}, now())
    on conflict (user_id) do update set pending_secret = excluded.pending_secret, pending_time = excluded.pending_time`.execute(
    tx,
  );
  return { secret, address };
}

/** @throws FACTOR_EXPIRED, FIELD_INVALID */
async function confirm(tx: Tx, actor: Actor, code: string, app: Services) {
  // In the order in which the second step takes them.
  await sql`delete from factor_challenge where user_id = ${actor.userId}`.execute(tx);
  const { rows } = await sql<{
    pending: string | null;
  }>`select case when pending_time > now() - make_interval(mins => ${pendingMinutes}) then pending_secret end as pending
    from second_factor where user_id = ${actor.userId} for update`.execute(tx);
  const pending = rows[0]?.pending;
  if (!pending) throw new Refusal("FACTOR_EXPIRED");
  const step = findStep(app.cipher.decrypt(pending), code.replace(/\s/g, ""), 0, Date.now());
  if (step === null) throw wrongCode();
  await sql`update second_factor set secret = pending_secret, set_up_time = now(), last_step = ${step}, pending_secret = null, pending_time = null where user_id = ${actor.userId}`.execute(
    tx,
  );
  // All other sessions began without this factor.
  await sql`update login_session set end_time = now(), end_reason = 'factor' where user_id = ${actor.userId} and end_time is null and id is distinct from ${actor.sessionId}::uuid`.execute(
    tx,
  );
  await recordAction(tx, actor, "setUpFactor");
  return { recoveryCodes: await newRecoveryCodes(tx, app, actor.userId) };
}

const recordAction = (tx: Tx, actor: Actor, action: string) =>
  writeAudit(tx, actor, [{ bizType: "User", bizId: actor.userId, action }]);

export const secondFactorRoutes: readonly Route[] = [
  reads(calls.detail, (db, actor, _input, app) => state(db, actor, app)),
  writesPrepared(
    calls.begin,
    async (app, actor, proof) => {
      if (await hasFactor(app.db, actor.userId)) await proveOwner(app, actor, proof);
    },
    (tx, actor, _input, app) => begin(tx, actor, app),
  ),
  writes(calls.confirm, (tx, actor, { code }, app) => confirm(tx, actor, code, app)),
  writesPrepared(calls.renewCodes, proveOwner, async (tx, actor, _input, app) => {
    await recordAction(tx, actor, "renewCodes");
    return { recoveryCodes: await newRecoveryCodes(tx, app, actor.userId) };
  }),
  writesPrepared(calls.remove, proveOwner, async (tx, actor, _input, app) => {
    if ((await state(tx, actor, app)).required === "1") throw new Refusal("FACTOR_KEPT");
    await removeFactor(tx, actor.userId);
    await recordAction(tx, actor, "removeFactor");
  }),
];
