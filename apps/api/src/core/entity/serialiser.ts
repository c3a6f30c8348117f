import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import fastJson, { type Schema } from "fast-json-stringify";
import { columnType, storedFields } from "../database/ddl.ts";

/**
 * Responses are written by a serialiser that is generated from the contract, so that a field which the contract does not name cannot leak.
 * It checks types only: a stored value that breaks a rule never breaks a list. A missing value becomes null.
 */
type Write = (value: unknown) => string;
const writers = new WeakMap<object, Write>();

/** The writer of an output shape, made on first use. */
export function createWriter(shape: Shape): Write {
  let write = writers.get(shape);
  if (!write)
    writers.set(
      shape,
      (write = shape.shape === "any" ? (value) => JSON.stringify(value ?? null) : fastJson(toJsonSchema(shape))),
    );
  return write;
}

const anyValue = {} as Schema;
/** JSON schema of an output shape, types only. */
function toJsonSchema(shape: Shape): Schema {
  switch (shape.shape) {
    case "none":
      return { type: "null" };
    case "field":
      return toFieldSchema(shape.field);
    case "record":
      return toObjectSchema(shape.fields);
    case "list":
      return { type: "array", items: toJsonSchema(shape.of) };
    case "row": {
      const { entity } = shape;
      const parts: Record<string, Field | Shape> = { ...entity.fields, ...shape.extra };
      if (entity.idName) parts[entity.idName] = entity.fields.id;
      return toObjectSchema(
        Object.fromEntries(Object.entries(parts).filter(([, part]) => !("writeOnly" in part))),
        plainFields(entity),
      );
    }
    case "page":
      return {
        type: "object",
        properties: {
          records: { type: "array", items: toJsonSchema(shape.of) },
          total: { type: "integer" },
          size: { type: "integer" },
          current: { type: "integer" },
          pages: { type: "integer" },
        },
      };
    case "flag":
      return { type: "boolean" };
    case "form":
    case "branch":
    case "map":
    case "any":
      return anyValue;
    default:
      throw new Error(`a ${shape.shape} is no answer`);
  }
}

/** @param plain fields whose values never hold a character that must be escaped */
const toObjectSchema = (parts: Record<string, Field | Shape>, plain?: ReadonlySet<unknown>): Schema => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [
      key,
      "kind" in part
        ? { ...toFieldSchema(part), ...(plain?.has(part) && { format: "unsafe" }) }
        : { ...toJsonSchema(part), nullable: true, default: null },
    ]),
  ),
});

const plainTypes: ReadonlySet<string> = new Set(["bigint", "numeric", "date", "timestamptz", "time"]);
/**
 * Fields whose columns hold nothing but numbers or times. They need no escaping, and looking for quotes in them would take as long as the
 * rest of the serialisation.
 */
const plainFields = (entity: Entity): ReadonlySet<unknown> =>
  new Set(
    storedFields(entity).flatMap(([, field]) => (plainTypes.has(columnType(field).replace(/\(.*/, "")) ? [field] : [])),
  );

function toFieldSchema(field: Field): Schema {
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
      return anyValue;
    default:
      return { type: "string", ...nullable };
  }
}
