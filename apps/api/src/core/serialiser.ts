import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { Shape } from "@jipei/contract/core/shape.ts";
import fastJson from "fast-json-stringify";
import { columnType, storedFields } from "./ddl.ts";

/**
 * Answers are written by a serialiser made from the contract: types only, so that a stored value outside a pattern never breaks a list,
 * and a field that the contract does not name cannot leak. A missing value becomes null.
 */
type Write = (value: unknown) => string;
const writers = new WeakMap<object, Write>();

/** The writer of an output shape, made on first use. */
export function writerOf(shape: Shape): Write {
  let write = writers.get(shape);
  if (!write)
    writers.set(
      shape,
      (write =
        shape.shape === "any"
          ? (value) => JSON.stringify(value ?? null)
          : (fastJson(jsonSchemaOf(shape) as never) as Write)),
    );
  return write;
}

/** JSON schema of an output shape, types only. */
function jsonSchemaOf(shape: Shape): object {
  switch (shape.shape) {
    case "none":
      return { type: "null" };
    case "field":
      return fieldJson(shape.field);
    case "record":
      return object(shape.fields);
    case "list":
      return { type: "array", items: jsonSchemaOf(shape.of) };
    case "row": {
      const { entity } = shape;
      const parts: Record<string, Field | Shape> = { ...entity.fields, ...shape.extra };
      if (entity.idName) parts[entity.idName] = entity.fields.id;
      return object(
        Object.fromEntries(Object.entries(parts).filter(([, part]) => !("writeOnly" in part))),
        plainFields(entity),
      );
    }
    case "page":
      return {
        type: "object",
        properties: {
          records: { type: "array", items: jsonSchemaOf(shape.of) },
          total: { type: "integer" },
          size: { type: "integer" },
          current: { type: "integer" },
          pages: { type: "integer" },
        },
      };
    case "any":
      return {};
    default:
      throw new Error(`a ${shape.shape} is no answer`);
  }
}

/** @param plain fields without a character to escape */
const object = (parts: Record<string, Field | Shape>, plain?: ReadonlySet<unknown>) => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [
      key,
      "kind" in part
        ? { ...fieldJson(part), ...(plain?.has(part) && { format: "unsafe" }) }
        : { ...jsonSchemaOf(part), nullable: true, default: null },
    ]),
  ),
});

const plainTypes: ReadonlySet<string> = new Set(["bigint", "numeric", "date", "timestamptz", "time"]);
/** Fields of an entity in whose columns nothing but a number or a time can be: nobody need look through them for quotes, which costs as much as all else. */
const plainFields = (entity: Entity<any>): ReadonlySet<unknown> =>
  new Set(
    storedFields(entity).flatMap(([, field]) => (plainTypes.has(columnType(field).replace(/\(.*/, "")) ? [field] : [])),
  );

function fieldJson(field: Field): object {
  const nullable = { nullable: true, default: null };
  switch (field.kind) {
    case "int":
      return { type: "integer", ...nullable };
    case "codes":
    case "texts":
    case "refs":
      return { type: "array", items: { type: "string" }, ...nullable };
    case "files":
      return {
        type: "array",
        items: {
          type: "object",
          properties: {
            attId: { type: "string" },
            fileName: { type: "string" },
            fileSize: { type: "integer" },
            fileType: { type: "string" },
            attLink: { type: "string" },
          },
        },
        ...nullable,
      };
    case "data":
      return {};
    default:
      return { type: "string", ...nullable };
  }
}
