import { type Phase, findIssue, isEmpty } from "@jipei/contract/core/fields/check-field.ts";
import type { Issue } from "@jipei/contract/core/issue.ts";
import type { Field, Fields } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { normalise } from "./normalise.ts";
import { parseListQuery } from "../list/list-query.ts";
import { type Failure, InvalidFields } from "../foundation/refusal.ts";

/**
 * Checks the raw input of a call against its shape. The forms of the web use the same check, so that the two cannot differ.
 * Unknown keys are dropped. @throws FIELD_INVALID naming every wrong field
 */
export function parseInput<V>(shape: Shape<V>, raw: unknown): V {
  const failures: Failure[] = [];
  const value = walk(shape as Shape, raw, "", failures);
  if (failures.length > 0) throw new InvalidFields(failures);
  return value as V;
}

/** Checks one value of a filter. @throws FIELD_INVALID */
export function parseField(field: Field, name: string, raw: unknown): unknown {
  const failures: Failure[] = [];
  const value = checkValue({ ...field, need: "required" }, raw, name, failures, "save");
  if (failures.length > 0) throw new InvalidFields(failures);
  return value;
}

function walk(shape: Shape, raw: unknown, path: string, failures: Failure[]): unknown {
  switch (shape.shape) {
    case "none":
    case "any":
    case "form":
      return raw;
    case "query":
      return parseListQuery(shape.entity, shape.extra, asObject(raw), parseField);
    case "field":
      return checkValue(shape.field, raw, path, failures, "save");
    case "flag":
      return walkFlag(shape, raw, path, failures);
    case "list":
      return walkList(shape, raw, path, failures);
    case "record":
    case "save":
      if (shape.optional && (raw === undefined || raw === null)) return undefined;
      if (!isObject(raw)) return void fail(failures, path, wrongShape);
      return shape.shape === "save"
        ? walkSave(shape, raw, path, failures)
        : walkRecord(shape.fields, raw, path, failures, shape.partial);
    default:
      throw new Error(`a ${shape.shape} is no input`);
  }
}

function walkList(shape: Extract<Shape, { shape: "list" }>, raw: unknown, path: string, failures: Failure[]): unknown {
  if (shape.optional && (raw === undefined || raw === null)) return undefined;
  if (!Array.isArray(raw)) return void fail(failures, path, wrongShape);
  if (raw.length > shape.max)
    return void fail(failures, path, { key: "TOO_MANY", zh: `最多${shape.max}条`, en: `at most ${shape.max} rows` });
  return raw.map((item, index) => walk(shape.of, item, `${path}[${index}]`, failures));
}

/** Yes or no as JSON writes it, and as an address does. */
function walkFlag(shape: Extract<Shape, { shape: "flag" }>, raw: unknown, path: string, failures: Failure[]): unknown {
  if (shape.optional && isNothing(raw)) return undefined;
  if (raw === true || raw === "true") return true;
  if (raw === false || raw === "false") return false;
  const { zh, en } = shape;
  return void fail(failures, path, { key: "WRONG_KIND", zh: `请选择${zh}`, en: `Please choose: ${en}` });
}

/** @param partial whether parts that are missing may stay missing */
function walkRecord(
  parts: Record<string, Field | Shape>,
  raw: Record<string, unknown>,
  path: string,
  failures: Failure[],
  partial = false,
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts)) {
    if (partial && raw[name] === undefined) continue;
    const at = path ? `${path}.${name}` : name;
    value[name] =
      "kind" in part ? checkValue(part, raw[name], at, failures, "save") : walk(part, raw[name], at, failures);
  }
  return value;
}

/**
 * A row as a client may send it, without computed fields. What a new one leaves out has its default. With an id, a missing key leaves the field unchanged, but a required field cannot
 * be cleared. Without an id, all required fields must be there, unless the shape is a draft.
 */
function walkSave(
  { entity, partial, extra = {} }: Extract<Shape, { shape: "save" }>,
  raw: Record<string, unknown>,
  path: string,
  failures: Failure[],
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const prefix = path ? `${path}.` : "";
  const id = checkValue(
    idField,
    raw.id ?? (entity.idName ? raw[entity.idName] : undefined),
    `${prefix}id`,
    failures,
    "save",
  );
  if (id !== null) value.id = id;
  // Clients that send back a row as they read it say by its time which version that was.
  if (id !== null && typeof raw.updateTime === "string" && isNothing(raw.version)) value.updateTime = raw.updateTime;
  for (const [name, field] of Object.entries(entity.fields as Fields)) {
    if (field.need === "computed") continue;
    const absent = raw[name] === undefined;
    if (id === null && !partial && field.default !== undefined && isEmpty(raw[name])) {
      value[name] = field.default;
      continue;
    }
    if (absent && (id !== null || partial || field.need !== "required")) continue;
    value[name] = checkValue(
      partial && absent ? { ...field, need: "optional" } : field,
      isNoParent(field, raw[name]) ? null : raw[name],
      prefix + name,
      failures,
      "save",
    );
  }
  return { ...value, ...walkRecord(extra, raw, path, failures) };
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Trees answer «0» as the parent of what stands at their top. */
const isNoParent = (field: Field, value: unknown): boolean => field.kind === "ref" && (value === "0" || value === 0);

const idField: Field = { kind: "id", zh: "主键", en: "Id", need: "optional" };

/** The value as it is stored, or null when empty. A validation error is added to `failures`. */
function checkValue(field: Field, raw: unknown, path: string, failures: Failure[], phase: Phase): unknown {
  const value = normalise(field, raw);
  const issue = findIssue(field.need === "computed" ? { ...field, need: "optional" } : field, value, phase);
  if (issue) return void fail(failures, path, issue);
  return value;
}

const wrongShape: Issue = { key: "WRONG_KIND", zh: "请求内容格式不正确", en: "The request has the wrong form" };
const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === "object" && raw !== null && !Array.isArray(raw);
const asObject = (raw: unknown): Record<string, unknown> => (isObject(raw) ? raw : {});
const fail = (failures: Failure[], field: string, { zh, en }: Issue) =>
  void failures.push({ errorCode: "FIELD_INVALID", id: null, field, msg: zh, msgEn: en });
