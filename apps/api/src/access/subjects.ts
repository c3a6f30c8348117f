import type { Subject, SubjectField } from "@jipei/contract/access/why.ts";
import { baseFields } from "@jipei/contract/core/entity.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { type Field, orderedCodes } from "@jipei/contract/core/field.ts";
import { entities } from "@jipei/contract/entities.ts";
import { isReference } from "../core/data-scope.ts";
import { ownerOf } from "../core/files.ts";
import { comparable } from "../core/scope-expression.ts";

const byName = new Map(entities.map((entity) => [entity.name, entity]));

/** An entity of the contract; undefined for a name that is none. */
export const entityOf = (name: string | null | undefined): Entity<any> | undefined => byName.get(name ?? "");

/** Entities whose rows some list of their own shows, with what a rule may say about them. */
export const subjectsOf = (): Subject[] =>
  entities
    .filter(({ name }) => ownerOf(name))
    .map(({ name, zh, en, fields }) => ({
      name,
      zh,
      en,
      fields: Object.entries<Field>(fields)
        .filter(([, field]) => field.zh !== "")
        .map(fieldOf),
    }));

const fieldOf = ([name, field]: [string, Field]): SubjectField => ({
  name,
  zh: field.zh,
  en: field.en,
  kind: field.kind,
  comparable: comparable(field),
  reference: isReference(field),
  codes:
    field.codes && !(name in baseFields)
      ? orderedCodes(field.codes).map(([value, [zh, en]]) => ({ value, zh, en }))
      : [],
});
