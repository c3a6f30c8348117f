import type { Call } from "@jipei/contract/core/call.ts";
import { errors } from "@jipei/contract/core/errors.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { getOperators, suffixes } from "@jipei/contract/core/fields/filters.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of all calls, made from the contract for readers and for a difference in review. */
export function buildOpenapi(calls: readonly Call[]): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const call of calls) (paths[getPath(call)] ??= {})[call.method.toLowerCase()] = operation(call, components);
  return {
    openapi: "3.1.0",
    info: {
      title: "技培 Jipei",
      version: "0.1.0",
      description:
        "Vocational-training administration: plan → class → attendance → assessment → certificate → claim → two reviews → payment.",
    },
    servers: [{ url: "/" }],
    paths,
    components: { schemas: components, securitySchemes: { token: { type: "apiKey", in: "header", name: "Token" } } },
    "x-errors": errors,
  };
}

function operation(call: Call, components: Json): Json {
  return {
    operationId: call.name,
    summary: `${call.zh} · ${call.en}`,
    tags: [call.path.split("/").slice(2, -1).join("/")],
    "x-access": call.access,
    ...(call.audience ? { "x-audience": call.audience } : {}),
    security: call.access === "public" ? [] : [{ token: [] }],
    ...getInput(call, components),
    responses: {
      200: {
        description: "OK",
        content:
          call.output.shape === "file"
            ? { "application/octet-stream": {} }
            : { "application/json": { schema: envelope(call, components) } },
      },
      default: { description: "Refusal; see x-errors" },
    },
  };
}

function getInput(call: Call, components: Json): Json {
  if (call.method === "GET" || call.style === "query")
    return { parameters: [...pathParameters(call), ...parameters(call.input)] };
  if (call.input.shape === "none") return {};
  return { requestBody: { content: { [getMediaType(call)]: { schema: inputSchema(call.input, components) } } } };
}

/** The path as OpenAPI writes it: `{source}` for what we write `:source`. */
export const getPath = ({ path }: Call): string => path.replace(/:(\w+)/g, "{$1}");

/** What stands in the path itself. */
const pathParameters = ({ path }: Call): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } }));

function getMediaType({ style }: Call): string {
  if (style === "multipart") return "multipart/form-data";
  return style === "form" ? "application/x-www-form-urlencoded" : "application/json";
}

const envelope = (call: Call, components: Json): Json =>
  call.flat
    ? outputSchema(call.output, components)
    : {
        type: "object",
        properties: {
          code: { type: "integer" },
          success: { type: "boolean" },
          data: outputSchema(call.output, components),
          msg: { type: "string" },
        },
      };

const pagingParameters = ["current", "size", "ascs", "descs", "isPaging"].map((name) => ({
  name,
  in: "query",
  schema: { type: name === "current" || name === "size" ? "integer" : "string" },
}));

function parameters(shape: Shape): Json[] {
  const named = (name: string, field: Field, extra: Json = {}) => ({
    name,
    in: "query",
    required: field.need === "required",
    description: `${field.zh} · ${field.en}`,
    schema: valueSchema(field),
    ...extra,
  });
  if (shape.shape === "record")
    return Object.entries(shape.fields).flatMap(([name, part]) => ("kind" in part ? [named(name, part)] : []));
  if (shape.shape !== "query") return [];
  const fields = shape.entity.fields as Record<string, Field>;
  const words = Object.entries(suffixes);
  return [
    ...pagingParameters,
    ...shape.entity.filters.map((name) => {
      const field = fields[name] as Field;
      const taken = words.filter(([, operator]) => getOperators(field).includes(operator)).map(([word]) => `_${word}`);
      return named(name, { ...field, need: "optional" }, { "x-suffixes": taken });
    }),
    ...Object.entries(shape.extra).map(([name, field]) => named(name, field)),
  ];
}

function component(name: string, components: Json, make: () => Json): Json {
  if (!(name in components)) {
    components[name] = {};
    components[name] = make();
  }
  return { $ref: `#/components/schemas/${name}` };
}

function inputSchema(shape: Shape, components: Json): Json {
  switch (shape.shape) {
    case "save": {
      const { entity, partial, extra = {} } = shape;
      const fields = Object.entries(entity.fields as Record<string, Field>).filter(
        ([name, field]) => field.need !== "computed" || name === "id",
      );
      const own = component(`${entity.name}${partial ? "Draft" : "Save"}`, components, () => ({
        type: "object",
        description: `${entity.zh} · ${entity.en}`,
        properties: Object.fromEntries(fields.map(([name, field]) => [name, valueSchema(field)])),
        required: partial ? [] : fields.filter(([, field]) => field.need === "required").map(([name]) => name),
      }));
      return Object.keys(extra).length === 0
        ? own
        : { allOf: [own, parts(extra, (inner) => inputSchema(inner, components))] };
    }
    case "record":
      return parts(shape.fields, (inner) => inputSchema(inner, components));
    case "list":
      return { type: "array", items: inputSchema(shape.of, components) };
    case "field":
      return valueSchema(shape.field);
    default:
      return {};
  }
}

function outputSchema(shape: Shape, components: Json): Json {
  switch (shape.shape) {
    case "none":
      return { type: "null" };
    case "field":
      return valueSchema(shape.field);
    case "record":
      return parts(shape.fields, (inner) => outputSchema(inner, components));
    case "list":
      return { type: "array", items: outputSchema(shape.of, components) };
    case "row": {
      const { entity, extra } = shape;
      const row = component(entity.name, components, () => ({
        type: "object",
        description: `${entity.zh} · ${entity.en}`,
        properties: Object.fromEntries(
          Object.entries(entity.fields as Record<string, Field>)
            .filter(([, field]) => !field.writeOnly)
            .map(([name, field]) => [name, valueSchema(field)]),
        ),
      }));
      return Object.keys(extra).length === 0
        ? row
        : { allOf: [row, parts(extra, (inner) => outputSchema(inner, components))] };
    }
    case "page":
      return {
        type: "object",
        properties: {
          records: { type: "array", items: outputSchema(shape.of, components) },
          total: { type: "integer" },
          size: { type: "integer" },
          current: { type: "integer" },
          pages: { type: "integer" },
        },
      };
    default:
      return {};
  }
}

const parts = (fields: Record<string, Field | Shape>, of: (shape: Shape) => Json): Json => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, part]) => [name, "kind" in part ? valueSchema(part) : of(part)]),
  ),
});

function valueSchema(field: Field): Json {
  const about = { description: `${field.zh} · ${field.en}` };
  switch (field.kind) {
    case "int":
      return { type: "integer", ...about };
    case "decimal":
      return { type: "string", format: `decimal(${field.precision},${field.scale})`, ...about };
    case "date":
    case "datetime":
    case "time":
      return {
        type: "string",
        format: {
          date: field.masked ? "yyyy-MM-dd, yyyy-**-** where it is masked" : "yyyy-MM-dd",
          datetime: "yyyy-MM-dd HH:mm:ss",
          time: "HH:mm",
        }[field.kind],
        ...about,
      };
    case "code":
      return { type: "string", enum: Object.keys(field.codes?.codes ?? {}), ...about };
    case "codes":
    case "texts":
    case "refs":
      return { type: "array", items: { type: "string" }, ...about };
    case "files":
      return {
        type: "array",
        items: { type: "object", properties: { attId: { type: "string" }, fileName: { type: "string" } } },
        ...about,
      };
    case "data":
      return about;
    default:
      return { type: "string", ...(field.length ? { maxLength: field.length } : {}), ...about };
  }
}
