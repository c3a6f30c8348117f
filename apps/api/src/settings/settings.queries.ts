import type { Field } from "@jipei/contract/core/fields/field.ts";
import { type ParameterDefinition, type ParameterKey, parameters } from "@jipei/contract/settings/parameters.ts";
import { rootCode } from "@jipei/contract/settings/region.ts";
import { type SerialKey, dateSegment, serialNumber, serialRules } from "@jipei/contract/settings/serial-rule.ts";
import { Decimal } from "decimal.js";
import { workdayExceptionCode } from "@jipei/contract/settings/workdays.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { now, type WorkdayExceptions, addWorkdays, today } from "../core/foundation/clock.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { Refusal, invalidField } from "../core/foundation/refusal.ts";
import { selectable } from "./region.rules.ts";
import { rolesIn } from "./role-list.ts";

export { rolesIn };
/** How parameters are saved; the callers check the permission. */
export { parameterOptions } from "./parameter.ts";
/** Questions that later domains answer. */
export { unknownRole } from "./settings.holds.ts";

type Definition<K extends ParameterKey> = (typeof parameters)[K];
type ValueOf<D> =
  D extends ParameterDefinition<"choice", infer C>
    ? C
    : D extends ParameterDefinition<infer T>
      ? { int: number; decimal: Decimal; flag: boolean; text: string; choice: string; roles: readonly string[] }[T]
      : never;
export type ParameterValue<K extends ParameterKey> = ValueOf<Definition<K>>;

/** The value of a parameter in force: int → number, decimal → Decimal, flag → boolean, else text. */
export async function parameter<K extends ParameterKey>(db: Db, key: K): Promise<ParameterValue<K>> {
  return (await getParameters(db, [key]))[key];
}

/** Several parameters in one query: `const { 'grade.pass': pass } = await getParameters(tx, ['grade.pass', …])`. */
export async function getParameters<const K extends ParameterKey>(
  db: Db,
  keys: readonly K[],
): Promise<{ [P in K]: ParameterValue<P> }> {
  return readParameters(keys, await getParameterTexts(db, keys));
}

/** Several parameters as they are stored, by key; one without a row is not among them. */
export async function getParameterTexts(db: Db, keys: readonly ParameterKey[]): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom("parameter")
    .select(["paramKey", "paramValue"])
    .where("paramKey", "in", keys as readonly string[])
    .where("isDeleted", "=", 0)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.paramKey, row.paramValue]));
}

/** Reads parameters out of their stored texts; one that is not among them has its default. */
export const readParameters = <const K extends ParameterKey>(
  keys: readonly K[],
  stored: Readonly<Record<string, string>>,
): { [P in K]: ParameterValue<P> } =>
  Object.fromEntries(keys.map((key) => [key, parsed(parameters[key], stored[key] ?? parameters[key].value)])) as {
    [P in K]: ParameterValue<P>;
  };

/** Sets a parameter to a value that fits it, with its history. */
export async function setParameter(tx: Tx, actor: Actor, key: ParameterKey, value: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
    before: string;
  }>`update parameter p set param_value = ${value}, update_user = ${actor.userId}, update_time = ${now()}, version = p.version + 1
    from (select id, param_value from parameter where param_key = ${key} and is_deleted = 0 for update) old where p.id = old.id and old.param_value <> ${value} returning p.id, old.param_value as before`.execute(
    tx,
  );
  await writeAudit(
    tx,
    actor,
    rows.map(({ id, before }) => ({
      bizType: "Parameter",
      bizId: id,
      action: "edit",
      opinion: `${before} → ${value}`,
      before,
      after: value,
    })),
  );
}

function parsed(
  definition: ParameterDefinition,
  value: string,
): number | Decimal | boolean | string | readonly string[] {
  switch (definition.type) {
    case "int":
      return Number(value);
    case "decimal":
      return new Decimal(value);
    case "flag":
      return value === "1";
    case "roles":
      return rolesIn(value);
    default:
      return value;
  }
}

/** Days that break the Monday-to-Friday rule (dictionary `workday_exception`: date → 1 worked, 0 free), for the clock of the core. */
export async function workdayExceptions(db: Db): Promise<WorkdayExceptions> {
  const rows = await db
    .selectFrom("businessDictionary")
    .select(["dictKey", "dictValue"])
    .where("code", "=", "workday_exception")
    .where("tenantId", "=", sql<string>`tenant_owner()`)
    .where("parentId", "is not", null)
    .where("isDeleted", "=", 0)
    .where("isSealed", "=", "0")
    .execute();
  return new Map(rows.map((row) => [row.dictKey as string, row.dictValue === "1"]));
}

/** The day (yyyy-MM-dd) before which a submission waits for its decision longer than `review.deadline.workdays`. */
export const overdueBefore = async (db: Db): Promise<string> =>
  addWorkdays(today(), -(await parameter(db, "review.deadline.workdays")), await workdayExceptions(db));

/**
 * A newly named region must exist and not be abolished; one that a row names already may stay. It is locked against removal and abolition
 * until the row is written. @throws FIELD_INVALID
 */
export async function assertRegion(
  tx: Tx,
  { zh, en }: Pick<Field, "zh" | "en">,
  code: string | null | undefined,
  before: unknown = null,
): Promise<void> {
  if (!code || code === before) return;
  const { rows } = await sql<{
    selectable: boolean;
  }>`select ${selectable} as selectable from region t where t.code = ${code} and t.code <> ${rootCode} and t.is_deleted = 0 for share`.execute(
    tx,
  );
  if (!rows[0]) throw invalidField("regionCode", zh, en, "没有该区划代码", "there is no such region");
  if (!rows[0].selectable)
    throw invalidField(
      "regionCode",
      zh,
      en,
      "该区划已撤销，不能再选",
      "this region is abolished and can no longer be chosen",
    );
}

/** The names of regions by their codes, also of abolished ones. */
export async function getRegionNames(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await db.selectFrom("region").select(["code", "name"]).where("code", "in", codes).execute();
  return new Map(rows.map(({ code, name }) => [code, name]));
}

export interface SerialOptions {
  /** What CLASS_NO and CERT_SEQ count within, besides the year: `J0012-02`, `329999-PX`. */
  scope?: string;
  /** Year (yyyy) that the number belongs to, where it is not the current one: the year written in a class or certificate number. */
  year?: string | number;
}

/**
 * The next number of a kind, e.g. `JH20260003`; for CLASS_NO and CERT_SEQ the padded sequence alone. Consumed in the business
 * transaction, whose counter row stays locked until its end: gaps are possible, duplicates are not. @throws SERIAL_EXHAUSTED
 */
export async function nextNumber(tx: Tx, key: SerialKey, options: SerialOptions = {}): Promise<string> {
  return (await nextNumbers(tx, key, 1, options))[0] as string;
}

/** `count` numbers in a row, for batches. @throws SERIAL_EXHAUSTED */
export async function nextNumbers(
  tx: Tx,
  key: SerialKey,
  count: number,
  options: SerialOptions = {},
): Promise<string[]> {
  if (count === 0) return [];
  const rule = await getRule(tx, key);
  const day = options.year === undefined ? today() : `${options.year}-01-01`;
  const period = getPeriod(rule.resetCycle, day);
  const found = await sql<{ value: string }>`
    insert into serial_counter as c (serial_key, scope, period, value) values (${key}, ${options.scope ?? ""}, ${period}, ${1 + (count - 1) * rule.step})
    on conflict (serial_key, scope, period) do update set value = c.value + ${count * rule.step} returning value`.execute(
    tx,
  );
  const last = Number(found.rows[0]?.value);
  if (last > 10 ** rule.seqLength - 1) throw new Refusal("SERIAL_EXHAUSTED");
  return Array.from({ length: count }, (_, i) => serialNumber(rule, day, last - (count - 1 - i) * rule.step));
}

interface SerialShape {
  prefix: string;
  datePattern: "none" | "yyyy" | "yyyyMM" | "yyyyMMdd";
  seqLength: number;
  resetCycle: "none" | "year" | "month" | "day";
  step: number;
}

/** The rule, locked until the number is written, so that it does not change between the two. */
async function getRule(tx: Tx, key: SerialKey): Promise<SerialShape> {
  const row = await tx
    .selectFrom("serialRule")
    .select(["prefix", "datePattern", "seqLength", "resetCycle", "step"])
    .where("serialKey", "=", key)
    .where("isDeleted", "=", 0)
    .forShare()
    .executeTakeFirst();
  if (row) return { ...row, prefix: row.prefix ?? "" };
  const [, prefix, datePattern, seqLength, resetCycle] = serialRules[key];
  return { prefix, datePattern, seqLength, resetCycle, step: 1 };
}

/** The period that a counter counts in: the date segment of its restart. */
export const getPeriod = (cycle: SerialShape["resetCycle"], day: string): string => dateSegment(cycle, day);

/** SQL condition: the exceptions of this year's workdays have been entered. */
export const holidaysAreKnown = sql`exists (select from business_dictionary where code = ${workdayExceptionCode} and dict_key like to_char(now(), 'YYYY') || '%' and is_deleted = 0)`;
