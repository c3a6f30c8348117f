import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field, Fields } from "@jipei/contract/core/fields/field.ts";
import { getOperators, suffixes } from "@jipei/contract/core/fields/filters.ts";
import type { Filter, ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { InvalidFields, invalidField } from "../foundation/refusal.ts";

const paging = new Set(["current", "size", "pageIndex", "pageSize", "isPaging", "ascs", "descs"]);
/** A filter that its client has switched off. */
const ignored = /_ignore$/;
/** Clients of the family name their tenant; lists answer rows of the caller's own, whatever it says. */
const ofTenant = "tenantId";
/** Fields that every list can be sorted by, besides its own: each has an index, which `apps/api/test/lists/orders.test.ts` checks. */
export const commonSorts: readonly string[] = ["createTime", "id"];
/** Greatest number of rows without paging. */
export const allRows = 5000;

type Check = (field: Field, name: string, raw: unknown) => unknown;

/**
 * Reads the paging, sorting and filters of a list. Refuses names that are not declared, so that no name from a request ever becomes SQL.
 * Skips empty values; a page has at most 200 rows.
 * @throws FIELD_INVALID
 */
export function parseListQuery(
  entity: Entity,
  extra: Fields,
  raw: Record<string, unknown>,
  check: Check,
): ListQuery & { extra: Record<string, unknown> } {
  const filters: Filter[] = [];
  const extras: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (paging.has(name) || ignored.test(name) || value === "" || value === null || value === undefined) continue;
    const own = Object.hasOwn(extra, name) ? extra[name] : undefined;
    if (own) extras[name] = check(own, name, value);
    else if (name !== ofTenant || entity.filters.includes(name))
      filters.push(...getFilters(entity, name, value, check));
  }
  for (const { field } of filters) assertWithin(entity, field, filters);
  const all = raw.isPaging === "0" || raw.isPaging === 0;
  return {
    current: whole(raw.current ?? raw.pageIndex, 1, "current", 1_000_000_000),
    size: findSize(raw.size ?? raw.pageSize),
    all,
    sort: [...getSorts(entity, raw.ascs, false), ...getSorts(entity, raw.descs, true)],
    filters,
    extra: extras,
  };
}

/** @throws FIELD_INVALID for the number of a row whose kind is not said */
function assertWithin(entity: Entity, name: string, filters: readonly Filter[]): void {
  const fields: Fields = entity.fields;
  const kind = fields[name]?.within;
  if (kind === undefined || filters.some(({ field, operator }) => field === kind && operator === "equal")) return;
  const { zh, en } = fields[name] as Field;
  throw invalidField(name, zh, en, `须同时按${fields[kind]?.zh}（${kind}）筛选`, `filter by ${kind} as well`);
}

function getFilters(entity: Entity, name: string, raw: unknown, check: Check): Filter[] {
  if (typeof raw !== "string" && typeof raw !== "number") throw unknown(name);
  const value = String(raw);
  const bare = declared(entity, name);
  if (bare) return filtersOf(bare, name, getOperators(bare)[0], name, value, check);
  const range = findRange(entity, name, value);
  if (range)
    return (["ge", "le"] as const).flatMap((operator, end) =>
      filtersOf(range.field, range.name, operator, name, range.ends[end] as string, check),
    );
  const cut = name.lastIndexOf("_");
  const field = cut > 0 ? declared(entity, name.slice(0, cut)) : undefined;
  const suffix = name.slice(cut + 1);
  const operator = Object.hasOwn(suffixes, suffix) ? suffixes[suffix] : undefined;
  if (!field || !operator || !getOperators(field).includes(operator)) throw unknown(name);
  return filtersOf(field, name.slice(0, cut), operator, name, value, check);
}

/** `releaseTimeRange=2026-03-01,2026-03-31`: both ends of a range in one value. */
function findRange(
  entity: Entity,
  parameter: string,
  value: string,
): { field: Field; name: string; ends: readonly string[] } | null {
  const name = parameter.replace(/Range$/, "");
  const field = name === parameter ? undefined : declared(entity, name);
  const ends = value.split(",");
  return (field?.kind === "date" || field?.kind === "datetime") && ends.length === 2 ? { field, name, ends } : null;
}

/** @param parameter the name that a refusal says */
function filtersOf(
  field: Field,
  name: string,
  operator: Filter["operator"] | undefined,
  parameter: string,
  value: string,
  check: Check,
): Filter[] {
  if (!operator) throw unknown(parameter);
  if (operator === "null" || operator === "notNull") return [{ field: name, operator, value }];
  return getBounds(field, operator, checkValue(field, parameter, value, check), isDay(value)).map((bound) => ({
    field: name,
    ...bound,
  }));
}

type Bound = Pick<Filter, "operator" | "value">;

/** Whether a value of a time says no more than its day. */
const isDay = (value: string): boolean => value.trim().length <= 10;

/** A range between days includes both of them, whatever the suffix says; a time that equals a day lies in it. Times are finer than a second. */
function getBounds({ kind }: Field, operator: Filter["operator"], value: string, ofDay: boolean): Bound[] {
  if (kind !== "date" && (kind !== "datetime" || !ofDay)) return [{ operator, value }];
  const from: Bound = { operator: "ge", value };
  // The database reads it as the beginning of the next day, which after the last day of all has five digits.
  const to: Bound =
    kind === "date" ? { operator: "le", value } : { operator: "lt", value: value.replace(/ .*$/, " 24:00:00") };
  if (operator === "gt" || operator === "ge") return [from];
  if (operator === "lt" || operator === "le") return [to];
  return kind === "datetime" && operator === "equal" ? [from, to] : [{ operator, value }];
}

const declared = (entity: Entity, name: string) =>
  (entity.filters.includes(name) ? entity.fields[name as keyof typeof entity.fields] : undefined) as Field | undefined;

/** Checks a filter value: it must be of the field's kind, and a part of a text may be any text. */
function checkValue(field: Field, name: string, value: string, check: Check): string {
  const part = field.kind === "text" || field.kind === "long" || field.kind === "texts";
  if (part) {
    if (value.length > 200 || value.includes("\u0000") || !value.isWellFormed())
      throw invalidField(
        name,
        field.zh,
        field.en,
        "无法按此查询，请重新填写",
        "cannot be searched for; enter it again",
      );
    return value.trim();
  }
  if (field.kind === "refs") return String(check({ ...field, kind: "ref" }, name, value));
  if (field.kind === "codes") return String(check({ ...field, kind: "code" }, name, value));
  return String(check(field, name, value));
}

function getSorts(entity: Entity, raw: unknown, descending: boolean): { field: string; descending: boolean }[] {
  if (raw === undefined || raw === "") return [];
  return String(raw)
    .split(",")
    .map((name) => name.trim())
    .map((field) => {
      if (!entity.sorts.includes(field) && !commonSorts.includes(field)) throw unknown(field);
      return { field, descending };
    });
}

const findSize = (raw: unknown): number | null =>
  raw === undefined || raw === null || raw === "" ? null : Math.min(200, whole(raw, 10, "size", 1_000_000_000));

function whole(raw: unknown, fallback: number, name: string, max: number): number {
  if (raw === undefined || raw === null || raw === "") return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw invalidField(name, name, name, "须为正整数", "must be a whole number above 0");
  return value;
}

const unknown = (name: string) =>
  new InvalidFields([
    {
      errorCode: "FIELD_INVALID",
      id: null,
      field: name,
      msg: `${name.slice(0, 60)}：不能按此查询、排序`,
      msgEn: `${name.slice(0, 60)}: no list is searched by this, and none sorted`,
    },
  ]);
