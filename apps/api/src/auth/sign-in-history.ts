import type { signInResult } from "@jipei/contract/users/session.ts";
import type { CodeOf } from "@jipei/contract/core/field.ts";
import type { FastifyRequest } from "fastify";
import type { Services } from "../core/services.ts";
import { type Attempt, keysOf } from "./throttle.ts";

type Result = CodeOf<typeof signInResult>;

/** One attempt to sign in, as it becomes known. */
export interface SignInNote {
  userId: string | null;
  attempt: Attempt | null;
}

/** The browser as it names itself, fit to be stored; '' when it does not. */
export const agentOf = (request: FastifyRequest): string =>
  String(request.headers["user-agent"] ?? "")
    .replace(/[\u0000-\u001f]/g, " ")
    .toWellFormed()
    .slice(0, 300);

/**
 * Writes an attempt into the history. Attempts that name no account are written without the name, since it may be an ID number or a password.
 * The process log has each of them, so that whoever collects it elsewhere misses none. While an account is locked one attempt a minute is written, so that nobody can fill the disk by trying on.
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
      select $1::bigint, u.account, u.real_name, $2::varchar, $3, $4, nullif($5, ''), $6::text[], coalesce(u.tenant_id, house()) from (select 1) one left join app_user u on u.id = $1::bigint
      where $2::varchar <> 'locked' or ($1::bigint is not null and not exists (select from sign_in s where s.user_id = $1::bigint and s.result = 'locked' and s.create_time > now() - interval '1 minute'))`,
    values: [
      userId,
      result,
      request.ip,
      clientId,
      agentOf(request),
      (result === "wrong" || result === "factor") && attempt ? keysOf(attempt) : null,
    ],
  });
}
