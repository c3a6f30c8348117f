import type { RoleAlias } from "../core/roles.ts";
import { recordMachine } from "./work-record.machine.ts";
import { type RecordEntity, recordCalls } from "./work-record.ts";

/** Who reports what all units report, and what enterprises do not. */
export const everyUnit = ["orgAdmin", "entAdmin", "clerk"] as const;
export const institutionsOnly = ["orgAdmin", "clerk"] as const;

/**
 * All that follows from the fields of a kind: its calls, and its machine.
 * @param resource prefix of its button keys, and the last part of its addresses
 * @param filers roles that report it
 */
export const recordKind = <E extends RecordEntity, const R extends string>(
  entity: E,
  resource: R,
  filers: readonly RoleAlias[],
) => ({
  entity,
  resource,
  calls: recordCalls(entity, `/api/zjgrsj-train/work/${resource}`, resource),
  machine: recordMachine(entity, resource, filers),
});
