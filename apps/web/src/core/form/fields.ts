import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field, Fields, Need } from "@jipei/contract/core/fields/field.ts";
import { language } from "../i18n/language.ts";
import type { Language, Named } from "../i18n/language.ts";

/** Which fields of an entity a table, a form or a view shows when the page does not say. */

/** Name of a field of the entity. */
export type FieldName<E extends Entity> = keyof E["fields"] & string;
/** Values for some fields of an entity, by their names. */
export type ByField<E extends Entity, T> = Readonly<Partial<Record<FieldName<E>, T>>>;
/** Values of a form by the names of fields, as far as they are filled. */
export type FormValues<E extends Entity> = {
  readonly [N in FieldName<E>]?: (E["fields"][N] extends Field<infer V, Need> ? V : never) | null;
};

type FieldMap = Readonly<Record<string, Field>>;
export const getFields = (entity: Entity): FieldMap => entity.fields;

const getEntries = <E extends Entity>(entity: E) => Object.entries(getFields(entity)) as [FieldName<E>, Field][];

/** The value of a row under a name, for parts that do not know whose rows they show. */
export const getValue = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name];
/** The id of a row as text. @throws where the row has none: all such rows would be taken for one */
export function getId(row: object): string {
  const id = getValue(row, "id");
  if (typeof id !== "string" && typeof id !== "number") throw new Error("The row has no id");
  return String(id);
}

/** An entity that a page has changed: with fields besides its own, or others in their place. */
export const withFields = <F extends Fields, const M extends Fields>(
  entity: Entity<F>,
  more: M,
): Entity<Omit<F, keyof M> & M> => ({ ...entity, fields: { ...entity.fields, ...more } });

/** The entity with a field that this form requires: the reason of a correction. */
export const demanding = <E extends Entity>(entity: E, name: FieldName<E>): E => ({
  ...entity,
  fields: { ...entity.fields, [name]: { ...getField(entity, name), need: "required" } },
});

/** @throws when a page names a field that the entity does not have: a mistake in the page */
export function getField(entity: Entity, name: string): Field {
  const field = getFields(entity)[name];
  if (!field) throw new Error(`${entity.name} has no field ${name}`);
  return field;
}

/** Fields that every stored row has and that mean nothing to users. */
const technical: ReadonlySet<string> = new Set([
  "id",
  "tenantId",
  "createUser",
  "createDept",
  "updateUser",
  "version",
  "isDeleted",
]);
const isId = (entity: Entity, name: string, field: Field) => field.kind === "id" || name === entity.idName;

/** The title and short values that fit a table, in the order of the contract; references are shown by the title that a lookup brings. */
export function defaultColumns<E extends Entity>(entity: E): FieldName<E>[] {
  const wide = new Set(["long", "files", "data", "texts", "refs", "ref"]);
  const names = getEntries(entity)
    .filter(
      ([name, field]) =>
        !technical.has(name) &&
        !["updateTime", "remark"].includes(name) &&
        !isId(entity, name, field) &&
        !wide.has(field.kind) &&
        !field.writeOnly,
    )
    .map(([name]) => name);
  return [...new Set([entity.title as FieldName<E>, ...names])].slice(0, 8);
}

/** The English counterpart of the field `name` that the server wrote; null where there is only one. */
const getEnglish = (entity: Entity, name: string): string | null =>
  getFields(entity)[`${name}En`]?.need === "computed" ? `${name}En` : null;

/** The value of a field in the user's language, where the server has it in both. */
export function valueIn(entity: Entity, row: object, name: string, of: Language = language()): unknown {
  const english = of === "en" ? getEnglish(entity, name) : null;
  return (english && getValue(row, english)) ?? getValue(row, name);
}

/** What a client may fill. */
export function defaultFormFields<E extends Entity>(entity: E): FieldName<E>[] {
  return getEntries(entity)
    .filter(([name, field]) => field.need !== "computed" && !technical.has(name) && !isId(entity, name, field))
    .map(([name]) => name);
}

/** Every field with a meaning to users, once: a text in both languages under its own name, and a reference under its title. */
export function defaultViewFields<E extends Entity>(entity: E): FieldName<E>[] {
  const names = getEntries(entity).map(([name]) => name);
  const shownBy = new Set([
    ...Object.values(getFields(entity)).flatMap((field) => field.lookup?.via ?? []),
    ...names.flatMap((name) => getEnglish(entity, name) ?? []),
  ]);
  return getEntries(entity)
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

/** The title of a reference, where the row has it. */
export function referenceTitle(
  entity: Entity,
  name: string,
  row: object | null | undefined,
  title: string | undefined,
): string | null {
  if (!row) return null;
  const found = Object.entries(getFields(entity)).find(
    ([, field]) => field.lookup?.via === name && (!title || field.lookup.of === title),
  );
  const value = found && getValue(row, found[0]);
  return typeof value === "string" && value !== "" ? value : null;
}

/** A region code; lookups of one are regions too. */
export const isRegion = (field: Field): boolean => field.region === true || field.lookup?.of === "regionCode";

/** A group of fields under a heading. */
export interface FormSection<Name extends string = string> {
  title?: Named;
  fields: readonly Name[];
}
/** The fields of a form or view: in one go, or in groups. */
export type FieldList<Name extends string> = readonly Name[] | readonly FormSection<Name>[];

export const getSections = <Name extends string>(list: FieldList<Name>): readonly FormSection<Name>[] =>
  isGrouped(list) ? list : [{ fields: list }];
const isGrouped = <Name extends string>(list: FieldList<Name>): list is readonly FormSection<Name>[] =>
  typeof list[0] === "object";

/** Fields that take the whole width of a form or view. */
export const isWide = (field: Field): boolean =>
  ["long", "files", "data"].includes(field.kind) || (field.kind === "text" && (field.length ?? 0) > 200);
