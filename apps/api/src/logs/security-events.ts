import type { Caller, Trace } from "../core/http/journal.ts";
import type { Log } from "../core/foundation/log.ts";

/** HTTP status of these refusals: not signed in, not permitted, locked, too many requests. */
const refused: ReadonlySet<number> = new Set([401, 403, 423, 429]);

/** Entities that decide who may do what, and how the product is protected. */
const guarded: ReadonlySet<string> = new Set([
  "User",
  "Role",
  "Menu",
  "TopMenu",
  "DataScope",
  "ApiScope",
  "Department",
  "Post",
  "Client",
  "IdentityProvider",
  "Parameter",
  "StorageProvider",
  "SmsProvider",
  "Datasource",
  "Tenant",
  "FourEyesRequest",
]);

/**
 * Writes refused permissions, locked accounts and exceeded rate limits, and changes of security settings, into the process log. Unlike the logs in
 * the database it does not depend on parameters, nor on the usual LOG_LEVEL of a quiet server, and can be collected on another machine that an
 * intruder on this one does not reach (ASVS 16.3, 16.4.3).
 */
export function logSecurity(log: Log, { call, actor, actions, refusal }: Trace, { ip }: Caller, status: number): void {
  const who = { call: call.name, user: actor?.userId ?? "0", tenant: actor?.tenantId, ip };
  if (refused.has(status)) log.warn({ event: "refused", code: refusal, ...who }, "a call was refused");
  if (status >= 400) return;
  for (const { bizType, bizId, action } of actions)
    if (guarded.has(bizType))
      log.warn({ event: "changed", bizType, bizId, action, ...who }, "rights, users or settings were changed");
}
