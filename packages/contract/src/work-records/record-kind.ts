import { entity } from "../core/entity.ts";
import type { Fields } from "../core/fields/field.ts";
import type { RoleAlias } from "../core/roles.ts";
import { recordMachine } from "./work-record.machine.ts";
import { type RecordEntity, countFields, periodFields, recordCalls } from "./work-record.ts";

/** Who reports what all units report, and what enterprises do not. */
export const everyUnit = ["orgAdmin", "entAdmin", "clerk"] as const;
export const institutionsOnly = ["orgAdmin", "clerk"] as const;

/** What a kind states about its list beside what all have. */
interface RecordList<K extends string> {
  /** Default: the unit. */
  title?: K;
  filters: readonly K[];
  sorts?: readonly K[];
  order?: readonly string[];
}

/**
 * A kind of work record: its own fields between the period and the counts that all have.
 * @param own its fields, one line each
 */
export const recordEntity = <const F extends Fields, const N extends string>(
  name: N,
  zh: string,
  en: string,
  own: F,
  list: RecordList<keyof F & string>,
) =>
  entity(
    name,
    zh,
    en,
    { ...periodFields, ...own, ...countFields },
    {
      title: list.title ?? "unitName",
      filters: ["workYear", "workPeriod", "unitId", "unitName", "status", "createTime", ...list.filters],
      sorts: ["workYear", "unitName", "finishedCount", "commitTime", ...(list.sorts ?? [])],
      order: list.order ?? ["-workYear", "-workPeriod"],
    },
  );

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
