import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { language } from "./i18n/language.ts";
import type { Language, Named } from "./i18n/language.ts";

/** Which fields of an entity a table, a form or a view shows when the page does not say. */

export type FieldMap = Readonly<Record<string, Field>>;
export const fieldsOf = (entity: Entity): FieldMap => entity.fields as unknown as FieldMap;

/** @throws when a page names a field that the entity does not have: a mistake in the page */
export function fieldOf(entity: Entity, name: string): Field {
  const field = fieldsOf(entity)[name];
  if (!field) throw new Error(`${entity.name} has no field ${name}`);
  return field;
}

/** Fields every stored row has and that say nothing about it. */
const technical: ReadonlySet<string> = new Set(["id", "createUser", "createDept", "updateUser", "version"]);
const isId = (entity: Entity, name: string, field: Field) => field.kind === "id" || name === entity.idName;

/** The title and short values that fit a table, in the order of the contract; references are shown by the title that a lookup brings. */
export function defaultColumns(entity: Entity): string[] {
  const wide = new Set(["long", "files", "data", "texts", "refs", "ref"]);
  const names = Object.entries(fieldsOf(entity))
    .filter(
      ([name, field]) =>
        !technical.has(name) &&
        !["updateTime", "remark"].includes(name) &&
        !isId(entity, name, field) &&
        !wide.has(field.kind) &&
        !field.writeOnly,
    )
    .map(([name]) => name);
  return [...new Set([entity.title, ...names])].slice(0, 8);
}

/** The field that says in English what the server wrote as `name`; null where it is said once. */
const englishOf = (entity: Entity, name: string): string | null =>
  fieldsOf(entity)[`${name}En`]?.need === "computed" ? `${name}En` : null;

/** The value of a field in the reader's language, where the server says it in both. */
export function valueIn(
  entity: Entity,
  row: Readonly<Record<string, unknown>>,
  name: string,
  of: Language = language(),
): unknown {
  const english = of === "en" ? englishOf(entity, name) : null;
  return (english && row[english]) ?? row[name];
}

/** What a client may fill. */
export function defaultFormFields(entity: Entity): string[] {
  return Object.entries(fieldsOf(entity))
    .filter(([name, field]) => field.need !== "computed" && !technical.has(name) && !isId(entity, name, field))
    .map(([name]) => name);
}

/** Everything with a meaning to people, once: what is said in both languages stands under its own name, and a reference under its title. */
export function defaultViewFields(entity: Entity): string[] {
  const names = Object.keys(fieldsOf(entity));
  const shownBy = new Set([
    ...Object.values(fieldsOf(entity)).flatMap((field) => field.lookup?.via ?? []),
    ...names.flatMap((name) => englishOf(entity, name) ?? []),
  ]);
  return Object.entries(fieldsOf(entity))
    .filter(
      ([name, field]) =>
        !technical.has(name) &&
        !isId(entity, name, field) &&
        field.kind !== "data" &&
        (field.kind !== "ref" || field.entity === "Attachment") &&
        field.kind !== "refs" &&
        !shownBy.has(name) &&
        !field.writeOnly,
    )
    .map(([name]) => name);
}

/** The title of what a reference points to, where the row carries it. */
export function referenceTitle(
  entity: Entity,
  name: string,
  row: Readonly<Record<string, unknown>> | null | undefined,
  title: string | undefined,
): string | null {
  if (!row) return null;
  const found = Object.entries(fieldsOf(entity)).find(
    ([, field]) => field.lookup?.via === name && (!title || field.lookup.of === title),
  );
  const value = found && row[found[0]];
  return typeof value === "string" && value !== "" ? value : null;
}

/** A region code; lookups of one are regions too. */
export const isRegion = (field: Field): boolean => field.region === true || field.lookup?.of === "regionCode";

/** A group of form fields under a heading. */
export interface FormSection {
  title?: Named;
  fields: readonly string[];
}
export const sectionsOf = (form: readonly string[] | readonly FormSection[]): readonly FormSection[] =>
  form.every((one) => typeof one === "string")
    ? [{ fields: form as readonly string[] }]
    : (form as readonly FormSection[]);

/** Fields that take the whole width of a form or view. */
export const isWide = (field: Field): boolean =>
  field.kind === "long" || field.kind === "files" || (field.kind === "text" && (field.length ?? 0) > 200);
