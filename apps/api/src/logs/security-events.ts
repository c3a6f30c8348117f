import type { Caller, Trace } from "../core/journal.ts";
import type { Services } from "../core/services.ts";

/** Not signed in, not permitted, locked, too often. */
const refused: ReadonlySet<number> = new Set([401, 403, 423, 429]);

/** What decides who may do what, and how the product is guarded. */
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
 * Writes refusals by right, lock or count, and changes of what guards the product, into the process log: unlike the logs in the database it does not
 * depend on parameters, nor on the usual LOG_LEVEL of a quiet server, and can be collected on a machine that whoever breaks into this one does not reach (ASVS 16.3, 16.4.3).
 */
export function logSecurity(
  log: Services["log"],
  { call, actor, deeds, refusal }: Trace,
  { ip }: Caller,
  status: number,
): void {
  const who = { call: call.name, user: actor?.userId ?? "0", tenant: actor?.tenantId, ip };
  if (refused.has(status)) log.warn({ event: "refused", code: refusal, ...who }, "a call was refused");
  if (status >= 400) return;
  for (const { bizType, bizId, action } of deeds)
    if (guarded.has(bizType))
      log.warn({ event: "changed", bizType, bizId, action, ...who }, "rights, users or settings were changed");
}
