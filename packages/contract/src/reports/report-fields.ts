import { type Entity, baseFields } from "../core/entity.ts";
import type { Field } from "../core/fields/field.ts";
import { getOperators } from "../core/fields/filters.ts";

/** Which fields of a data set a report may show, group by, add up and filter by. */

type Named = readonly [name: string, field: Field];

/** Fields that a list does not have, and ids that say nothing to a reader: what they point to stands beside them under its name. */
const unread: ReadonlySet<string> = new Set(["id", "ref", "refs", "files", "data", "long"]);
/** Base fields that say something to a reader. */
const told: ReadonlySet<string> = new Set(["createTime", "remark"]);

const isRead = ([name, field]: Named): boolean =>
  !unread.has(field.kind) &&
  !field.writeOnly &&
  !field.detailOnly &&
  !field.labelOf &&
  (!(name in baseFields) || told.has(name));

/** The fields that a report may show, in the order of the entity. */
export const shownFields = ({ fields }: Entity): Named[] => Object.entries<Field>(fields).filter(isRead);

/** What names a person or is masked makes no group: a group of one would tell of them. */
const isOpen = ({ masked, encrypted, person }: Field): boolean => !masked && !encrypted && !person;

/** Parts of a day by which rows are put into groups. */
export const dayParts = { year: ["年", "year"], month: ["月", "month"] } as const;
export type DayPart = keyof typeof dayParts;

/** What rows are put into groups by: a field, of days a part of it. `startDate_month` on the wire. */
export interface Group {
  name: string;
  field: string;
  part: DayPart | null;
}

/** The groups that a pivot table may have. */
export function groupsOf(entity: Entity): Group[] {
  return shownFields(entity).flatMap(([name, field]): Group[] => {
    if (!isOpen(field)) return [];
    if (field.kind === "date" || field.kind === "datetime")
      return (Object.keys(dayParts) as DayPart[]).map((part) => ({ name: `${name}_${part}`, field: name, part }));
    const isGroup = field.kind === "code" || field.kind === "text" || (field.kind === "int" && field.name === true);
    return isGroup && name !== "remark" ? [{ name, field: name, part: null }] : [];
  });
}

/** Whether a field is a number that can be added up. */
export const isSummable = (field: Field): boolean =>
  isOpen(field) && !field.name && (field.kind === "int" || field.kind === "decimal");

/** The fields that a report may filter by. A masked value is looked for in its list, where each search is counted. */
export const filteredFields = ({ fields, filters }: Entity): Named[] =>
  filters.flatMap((name): Named[] => {
    const field = fields[name as keyof typeof fields] as Field | undefined;
    return field && isOpen(field) && !field.within && getOperators(field).length > 0 ? [[name, field]] : [];
  });

/** What a group is called: the field, of days with the part. */
export function groupLabel({ fields }: Entity, { field: name, part }: Group): { zh: string; en: string } {
  const { zh, en } = fields[name as keyof typeof fields] as Field;
  return part ? { zh: `${zh}（${dayParts[part][0]}）`, en: `${en} (${dayParts[part][1]})` } : { zh, en };
}
