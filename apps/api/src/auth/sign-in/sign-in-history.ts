import { sql } from "kysely";
import type { signInResult } from "@jipei/contract/users/session.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { FastifyRequest } from "fastify";
import type { Services } from "../../core/foundation/services.ts";
import { type Attempt, getKeys } from "./throttle.ts";

type Result = CodeOf<typeof signInResult>;

/** One attempt to sign in, as it becomes known. */
export interface SignInNote {
  userId: string | null;
  attempt: Attempt | null;
}

/** The User-Agent of the browser, cleaned for storing; '' without one. */
export const createAgent = (request: FastifyRequest): string =>
  String(request.headers["user-agent"] ?? "")
    .replace(/[\u0000-\u001f]/g, " ")
    .toWellFormed()
    .slice(0, 300);

/**
 * Writes an attempt into the history. Where no account has the name it is not stored, since it may be an ID number or a password. The process log has
 * every attempt, for systems that collect logs. While an account is locked one attempt a minute is stored, so that nobody can fill the disk.
 */
export async function writeSignIn(
  app: Services,
  request: FastifyRequest,
  clientId: string,
  { userId, attempt }: SignInNote,
  result: Result,
): Promise<void> {
  app.log.warn({ event: "signIn", result, user: userId, client: clientId, ip: request.ip }, "an attempt to sign in");
  await app.pool.query({
    name: "sign-in-history",
    text: `insert into sign_in (user_id, account, real_name, result, ip, client_id, agent, counters, tenant_id)
      select $1::bigint, u.account, u.real_name, $2::varchar, $3, $4, nullif($5, ''), $6::text[], coalesce(u.tenant_id, tenant_owner()) from (select 1) one left join account u on u.id = $1::bigint
      where $2::varchar <> 'locked' or ($1::bigint is not null and not exists (select from sign_in s where s.user_id = $1::bigint and s.result = 'locked' and s.create_time > now() - interval '1 minute'))`,
    values: [
      userId,
      result,
      request.ip,
      clientId,
      createAgent(request),
      (result === "wrong" || result === "factor") && attempt ? getKeys(attempt) : null,
    ],
  });
}

/** Days for which attempts to sign in are stored. */
const retentionDays = 180;
/** Deletes older attempts. Run by a timer. */
export async function sweepSignIns(app: Services): Promise<void> {
  await sql`delete from sign_in where create_time < now() - make_interval(days => ${retentionDays})`.execute(app.db);
}
