import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import fastJson, { type Schema } from "fast-json-stringify";
import { columnType, storedFields } from "../database/ddl.ts";
import { listed } from "../database/sql.ts";

/**
 * Responses are written by a serialiser that is generated from the contract, so that a field which the contract does not name cannot leak.
 * It checks types only: a stored value that breaks a rule never breaks a list. A missing value becomes null; but a field that lists leave out
 * has no key where it was not read: null would say that it is empty.
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
const orNull = { nullable: true, default: null };
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
        entity,
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
    case "value":
    case "any":
      return anyValue;
    default:
      throw new Error(`a ${shape.shape} is no answer`);
  }
}

/** @param entity whose row it is, where it is one */
function toObjectSchema(parts: Record<string, Field | Shape>, entity?: Entity): Schema {
  const own = new Set<unknown>(entity && Object.values(entity.fields));
  const plain = entity && plainFields(entity);
  const toPart = (part: Field | Shape): Schema => {
    if (!("kind" in part)) return { ...toJsonSchema(part), ...orNull };
    const missing = own.has(part) && !listed(part) ? { nullable: true } : orNull;
    return { ...toFieldSchema(part, missing), ...(plain?.has(part) && { format: "unsafe" }) };
  };
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, toPart(part)])),
  };
}

const plainTypes: ReadonlySet<string> = new Set(["bigint", "numeric", "date", "timestamptz", "time"]);
/**
 * Fields whose columns hold nothing but numbers or times. They need no escaping, and looking for quotes in them would take as long as the
 * rest of the serialisation.
 */
const plainFields = (entity: Entity): ReadonlySet<unknown> =>
  new Set(
    storedFields(entity).flatMap(([, field]) => (plainTypes.has(columnType(field).replace(/\(.*/, "")) ? [field] : [])),
  );

/** @param missing what stands for a value that is missing */
function toFieldSchema(field: Field, missing: { nullable: boolean } = orNull): Schema {
  switch (field.kind) {
    case "int":
      return { type: "integer", ...missing };
    case "codes":
    case "texts":
    case "refs":
      return { type: "array", items: { type: "string" }, ...missing };
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
        ...missing,
      };
    case "data":
      return anyValue;
    default:
      return { type: "string", ...missing };
  }
}
