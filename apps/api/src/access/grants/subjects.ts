import type { Subject, SubjectField } from "@jipei/contract/access/why.ts";
import { baseFields } from "@jipei/contract/core/entity.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { type Field, orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { entities } from "@jipei/contract/entities.ts";
import { isReference } from "../../core/access/data-scope.ts";
import { findOwner } from "../../core/storage/files.ts";
import { comparable } from "../../core/access/scope-expression.ts";

const byName = new Map(entities.map((entity) => [entity.name, entity]));

/** An entity of the contract; undefined for an unknown name. */
export const findEntity = (name: string | null | undefined): Entity | undefined => byName.get(name ?? "");

/** Entities whose rows have an owner, with the fields that a rule may use. */
export const getSubjects = (): Subject[] =>
  entities
    .filter(({ name }) => findOwner(name))
    .map(({ name, zh, en, fields }) => ({
      name,
      zh,
      en,
      fields: Object.entries<Field>(fields)
        .filter(([, field]) => field.zh !== "")
        .map(getField),
    }));

const getField = ([name, field]: [string, Field]): SubjectField => ({
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
