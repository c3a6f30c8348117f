import type { Call } from "@jipei/contract/core/call.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { type FilterOperator, getOperators, suffixes } from "@jipei/contract/core/fields/filters.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { commonSorts } from "../../list/list-query.ts";
import { fieldSchema, valueSchema } from "./field-schema.ts";
import { closedObject, type Components, type Json } from "./schema.ts";

/** The path as OpenAPI writes it: `{source}` for what we write `:source`. */
export const getPath = ({ path }: Call): string => path.replace(/:(\w+)/g, "{$1}");

/** What stands in the path itself. */
export const pathParameters = ({ path }: Call): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: pathWords[name] ?? name,
    schema: { type: "string" },
  }));
const pathWords: Readonly<Record<string, string>> = {
  name: "附件链接中的文件名 · Name in the link of a file",
  source: "第三方标识 · Sign-in provider",
};

/** What stands behind the question mark. What a list asks for itself goes before a filter of the same name. */
export function queryParameters(shape: Shape, components: Components): Json[] {
  if (shape.shape === "record")
    return Object.entries(shape.fields).flatMap(([name, part]) =>
      "kind" in part ? [parameter(name, part, components)] : [],
    );
  if (shape.shape !== "query") return [];
  const { entity, extra } = shape;
  return [
    ...paging.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...(["ascs", "descs"] as const).map((name) => sortParameter(name, entity.sorts)),
    ...entity.filters.flatMap((name) => filterParameters(name, entity.fields[name as "id"] as Field, components)),
    ...Object.entries(extra).map(([name, field]) => parameter(name, field, components)),
  ].filter((one) => !("x-filter" in one && String(one.name) in extra));
}

/** The same as a body: lists that are asked for by POST. */
export const queryBody = (shape: Shape, components: Components): Json =>
  closedObject(
    Object.fromEntries(
      queryParameters(shape, components).map((one) => {
        const { name, description, schema } = inlined(one);
        // Fields to sort by are one text, as in an address.
        return [name, { ...("style" in one ? { type: "string" } : schema), description }];
      }),
    ),
    [],
  );

const inlined = (one: Json): Parameter =>
  ("$ref" in one
    ? pagingParameters[String(one.$ref).split("/").at(-1) as keyof typeof pagingParameters]
    : one) as Parameter;
type Parameter = Json & { name: string; schema: Json };

const parameter = (name: string, field: Field, components: Components): Json => {
  const { description, ...schema } = fieldSchema(field, "input", components);
  return { name, in: "query", ...(field.need === "required" ? { required: true } : {}), description, schema };
};

const paging = ["current", "size", "isPaging"] as const;
/** Parameters that all lists share. */
export const pagingParameters: Readonly<Record<(typeof paging)[number], Json>> = {
  current: {
    name: "current",
    in: "query",
    description: "页码，从1开始 · Page, from 1",
    schema: { type: "integer", minimum: 1, default: 1 },
  },
  size: {
    name: "size",
    in: "query",
    description: "每页行数，最多200 · Rows a page, at most 200",
    schema: { type: "integer", minimum: 1, maximum: 200 },
  },
  isPaging: {
    name: "isPaging",
    in: "query",
    description: "0：一次返回全部（最多5000行） · 0: all rows at once, at most 5000",
    schema: { type: "string", enum: ["0", "1"] },
  },
};

/** Names a write, so that it may be sent again. */
export const idempotencyKey: Json = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "幂等键：24小时内以同一键重复调用只生效一次，返回首次结果 · The same key again within 24 hours has no further effect and gets the first answer",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};

const sortParameter = (name: "ascs" | "descs", sorts: readonly string[]): Json => ({
  name,
  in: "query",
  description:
    name === "ascs"
      ? "升序字段，逗号分隔 · Fields to sort by, ascending"
      : "降序字段，逗号分隔 · Fields to sort by, descending",
  style: "form",
  explode: false,
  schema: { type: "array", items: { type: "string", enum: [...new Set([...sorts, ...commonSorts])] } },
});

const operatorWords: Readonly<Record<FilterOperator, readonly [zh: string, en: string]>> = {
  equal: ["等于", "equals"],
  notEqual: ["不等于", "differs"],
  contains: ["包含", "contains"],
  notContains: ["不包含", "does not contain"],
  startsWith: ["开头为", "starts with"],
  endsWith: ["结尾为", "ends with"],
  ge: ["不小于", "at least"],
  gt: ["大于", "greater"],
  le: ["不大于", "at most"],
  lt: ["小于", "less"],
  null: ["为空", "is empty"],
  notNull: ["不为空", "is not empty"],
};

/** The suffix of an operator; days and times have suffixes of their own. */
function findSuffix(field: Field, operator: FilterOperator): string {
  const isTime = field.kind === "date" || field.kind === "datetime";
  const words = Object.entries(suffixes).flatMap(([word, one]) => (one === operator ? [word] : []));
  return words.find((word) => word.startsWith("date") === isTime) ?? words[0] ?? operator;
}

/** A filter under its bare name, and once more for each further operator that it takes. */
function filterParameters(name: string, field: Field, components: Components): Json[] {
  return getOperators(field).map((operator, index) => {
    const [zh, en] = operatorWords[operator];
    return {
      name: index === 0 ? name : `${name}_${findSuffix(field, operator)}`,
      in: "query",
      description: `${field.zh}${zh} · ${field.en} ${en}`,
      schema: filterSchema(field, operator, components),
      "x-filter": operator,
    };
  });
}

/** Part of a text is any text; times may be days, which are meant as a whole. */
function filterSchema(field: Field, operator: FilterOperator, components: Components): Json {
  if (operator === "null" || operator === "notNull") return { type: "string", enum: ["1"] };
  switch (field.kind) {
    case "text":
    case "long":
    case "texts":
      return { type: "string", maxLength: 200 };
    case "datetime":
      return { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}(:\\d{2})?)?$" };
    case "refs":
      return valueSchema({ ...field, kind: "ref" }, "input", components);
    case "codes":
      return valueSchema({ ...field, kind: "code" }, "input", components);
    default:
      return valueSchema(field, "input", components);
  }
}
