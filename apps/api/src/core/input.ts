import { type Phase, faultOf, isDate } from "@jipei/contract/core/check-field.ts";
import type { Fault } from "@jipei/contract/core/fault.ts";
import type { Field, Fields } from "@jipei/contract/core/field.ts";
import { normaliseFormat } from "@jipei/contract/core/formats.ts";
import type { Shape } from "@jipei/contract/core/shape.ts";
import { parseListQuery } from "./list-query.ts";
import { type Failure, InvalidFields } from "./refusal.ts";

/**
 * Checks the raw input of a call against its shape, with the very function the forms of the web use, so that the two cannot drift apart.
 * Unknown keys are dropped; every wrong field is named. @throws FIELD_INVALID
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
  const value = checked({ ...field, need: "required" }, raw, name, failures, "save");
  if (failures.length > 0) throw new InvalidFields(failures);
  return value;
}

function walk(shape: Shape, raw: unknown, path: string, failures: Failure[]): unknown {
  switch (shape.shape) {
    case "none":
    case "any":
      return raw;
    case "query":
      return parseListQuery(shape.entity, shape.extra, asObject(raw), parseField);
    case "field":
      return checked(shape.field, raw, path, failures, "save");
    case "list":
      return walkList(shape, raw, path, failures);
    case "record":
    case "save":
      if (shape.optional && (raw === undefined || raw === null)) return undefined;
      if (!isObject(raw)) return void fail(failures, path, wrongForm);
      return shape.shape === "save"
        ? walkSave(shape, raw, path, failures)
        : walkRecord(shape.fields, raw, path, failures, shape.partial);
    default:
      throw new Error(`a ${shape.shape} is no input`);
  }
}

function walkList(shape: Extract<Shape, { shape: "list" }>, raw: unknown, path: string, failures: Failure[]): unknown {
  if (shape.optional && (raw === undefined || raw === null)) return undefined;
  if (!Array.isArray(raw)) return void fail(failures, path, wrongForm);
  if (raw.length > shape.max)
    return void fail(failures, path, { key: "TOO_MANY", zh: `最多${shape.max}条`, en: `at most ${shape.max} rows` });
  return raw.map((item, index) => walk(shape.of, item, `${path}[${index}]`, failures));
}

/** @param partial an absent part stays absent */
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
    value[name] = "kind" in part ? checked(part, raw[name], at, failures, "save") : walk(part, raw[name], at, failures);
  }
  return value;
}

/**
 * A row as a client may send it, without computed fields. With an id, an absent key leaves the field unchanged, but a required field is
 * never cleared; without one the required fields must be there, unless the shape is a draft.
 */
function walkSave(
  { entity, partial, extra = {} }: Extract<Shape, { shape: "save" }>,
  raw: Record<string, unknown>,
  path: string,
  failures: Failure[],
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const prefix = path ? `${path}.` : "";
  const id = checked(
    idField,
    raw["id"] ?? (entity.idName ? raw[entity.idName] : undefined),
    `${prefix}id`,
    failures,
    "save",
  );
  if (id !== null) value["id"] = id;
  for (const [name, field] of Object.entries(entity.fields as Fields)) {
    if (field.need === "computed") continue;
    const absent = raw[name] === undefined;
    if (absent && (id !== null || partial || field.need !== "required")) continue;
    value[name] = checked(
      partial && absent ? { ...field, need: "optional" } : field,
      raw[name],
      prefix + name,
      failures,
      "save",
    );
  }
  return { ...value, ...walkRecord(extra, raw, path, failures) };
}
const idField: Field = { kind: "id", zh: "主键", en: "Id", need: "optional" };

/** The value as it is stored, or null when empty; a fault is added to `failures`. */
function checked(field: Field, raw: unknown, path: string, failures: Failure[], phase: Phase): unknown {
  const value = normal(field, raw);
  const fault = faultOf(field.need === "computed" ? { ...field, need: "optional" } : field, value, phase);
  if (fault) return void fail(failures, path, fault);
  return value;
}

/** Trims, takes numbers for texts and texts for numbers where they mean the same; what does not fit is left for the check. */
function normal(field: Field, raw: unknown): unknown {
  if (raw === undefined || raw === null || raw === "") return null;
  switch (field.kind) {
    case "text":
    case "long": {
      if (typeof raw !== "string") return raw;
      const text = field.format ? normaliseFormat(field.format, raw) : raw.trim();
      return text === "" ? null : text;
    }
    case "int":
      return typeof raw === "string" && /^\s*-?\d{1,15}\s*$/.test(raw) ? Number(raw) : raw;
    case "decimal":
    case "code":
      return typeof raw === "number" ? String(raw) : typeof raw === "string" ? raw.trim() : raw;
    case "files":
      return Array.isArray(raw) ? raw.map((item) => (isObject(item) ? item["attId"] : item)) : raw;
    case "datetime":
      return typeof raw === "string" ? wholeTime(raw.trim()) : raw;
    default:
      return typeof raw === "string" ? raw.trim() : raw;
  }
}

/** A bare day or a time without seconds is a date-time too. */
const wholeTime = (text: string) =>
  isDate(text) ? `${text} 00:00:00` : /^.{10} \d\d:\d\d$/.test(text) ? `${text}:00` : text;

const wrongForm: Fault = { key: "WRONG_KIND", zh: "请求内容格式不正确", en: "The request has the wrong form" };
const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === "object" && raw !== null && !Array.isArray(raw);
const asObject = (raw: unknown): Record<string, unknown> => (isObject(raw) ? raw : {});
const fail = (failures: Failure[], field: string, { zh, en }: Fault) =>
  void failures.push({ errorCode: "FIELD_INVALID", id: null, field, msg: zh, msgEn: en });
