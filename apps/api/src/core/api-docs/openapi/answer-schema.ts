import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { dataShape, type Part, type Shape } from "@jipei/contract/core/fields/shape.ts";
import { listed } from "../../database/sql.ts";
import { describe, partSchema } from "./field-schema.ts";
import { bothLabels, closedObject, type Components, type Json, orNull } from "./schema.ts";

/** What a call answers with as `data`. */
export function answerSchema(shape: Shape, components: Components): Json {
  switch (shape.shape) {
    case "none":
      return { type: "null" };
    case "field":
      return answerPart(shape.field, components);
    case "record":
      return recordSchema(shape.fields, components);
    case "list":
      return { type: "array", items: answerSchema(shape.of, components) };
    case "row":
      return Object.keys(shape.extra).length === 0
        ? rowSchema(shape.entity, components)
        : { allOf: [rowSchema(shape.entity, components), recordSchema(shape.extra, components)] };
    case "branch":
      return branchSchema(shape.entity, components);
    case "page":
      return pageSchema(shape.of, components);
    case "form":
      return components.ref(shape.name, shape.parts, () => ({
        ...recordSchema(shape.parts(), components),
        description: bothLabels(shape),
      }));
    case "map":
      return { type: "object", additionalProperties: answerSchema(shape.of, components) };
    case "flag":
      return { type: "boolean", description: bothLabels(shape) };
    case "value":
      return components.ref("FieldValue", fieldValue, () => fieldValue);
    case "any":
      return components.ref("JsonValue", jsonValue, () => jsonValue);
    default:
      throw new Error(`a ${shape.shape} is no part of an answer`);
  }
}

const fieldValue: Json = {
  description: "字段的值 · Value of a field",
  anyOf: [
    { type: "string" },
    { type: "integer", format: "int64" },
    { type: "array", items: { type: "string" } },
    { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    { type: "null" },
  ],
};
const plainJson: Json[] = [{ type: "string" }, { type: "number" }, { type: "boolean" }];
/** JSON whose lists and objects contain `inner`. Told to a depth of three: generators of clients cannot write a type that contains itself. */
const jsonAround = (inner: Json): Json[] => [
  ...plainJson,
  { type: "array", items: inner },
  { type: "object", additionalProperties: inner },
  { type: "null" },
];
const jsonInside: Json = { anyOf: jsonAround({ anyOf: [...plainJson, { type: "object" }, { type: "null" }] }) };
export const jsonValue: Json = {
  description: "任意JSON，由来源决定 · JSON as its source wrote it",
  anyOf: jsonAround(jsonInside),
};

function recordSchema(parts: Readonly<Record<string, Part>>, components: Components): Json {
  const entries = Object.entries(parts);
  return closedObject(
    Object.fromEntries(entries.map(([name, part]) => [name, answerPart(part, components)])),
    entries.flatMap(([name, part]) => (isAlwaysWritten(part) ? [name] : [])),
  );
}

/** Whether a part is null where it has no value; structured data then has no key. */
const isAlwaysWritten = (part: Part): boolean => !part.leftOut && !("kind" in part && part.kind === "data");

/** A part of an answer, or the whole of it. */
export function answerPart(part: Part, components: Components): Json {
  if ("kind" in part) return answerField(part, components, part.need === "required");
  const schema = answerSchema(part, components);
  return "optional" in part && part.optional ? orNull(schema) : schema;
}

/** @param always whether a value is always there */
function answerField(field: Field, components: Components, always: boolean): Json {
  if (field.kind !== "data") return partSchema(field, "answer", components, always);
  return orNull({ ...answerSchema(dataShape(field), components), description: describe(field) });
}

/** Of a row these are always there, also of one that is only previewed; any other field may be closed to an audience, masked, or hidden by an administrator's data scope. */
const always: ReadonlySet<string> = new Set(["id", "version"]);

const rowSchema = (entity: Entity, components: Components): Json =>
  components.ref(entity.name, entity.fields, () => {
    const fields = Object.entries<Field>(entity.fields).filter(([, field]) => !field.writeOnly);
    const idName = entity.idName === null ? [] : ([[entity.idName, entity.fields.id]] as const);
    const all = [...fields, ...idName];
    return {
      ...closedObject(
        Object.fromEntries(
          all.map(([name, field]) => [
            name,
            answerField(field, components, always.has(name) || name === entity.idName),
          ]),
        ),
        // What lists leave out has no key in them.
        all.flatMap(([name, field]) => (listed(field) ? [name] : [])),
      ),
      description: bothLabels(entity),
    };
  });

const branchSchema = (entity: Entity, components: Components): Json =>
  components.ref(`${entity.name}Branch`, entity.fields, () => ({
    allOf: [
      rowSchema(entity, components),
      closedObject(
        {
          parentId: { type: "string", description: "上级，顶级为“0” · The row above; “0” at the top" },
          parentName: { type: ["string", "null"], description: "上级名称 · Name of the row above" },
          hasChildren: { type: "boolean", description: "是否有下级 · Whether rows stand below" },
          children: { type: "array", items: { $ref: `#/components/schemas/${entity.name}Branch` } },
        },
        ["parentId", "parentName", "hasChildren"],
      ),
    ],
    description: `${entity.zh}（树） · ${entity.en}: a branch of the tree`,
  }));

const pageSchema = (of: Shape, components: Components): Json =>
  closedObject(
    {
      records: { type: "array", items: answerSchema(of, components) },
      total: { type: "integer", format: "int64", description: "总行数 · Rows in all" },
      size: { type: "integer", description: "每页行数 · Rows a page" },
      current: { type: "integer", format: "int64", description: "页码 · Page" },
      pages: { type: "integer", format: "int64", description: "总页数 · Pages" },
    },
    ["records", "total", "size", "current", "pages"],
  );
