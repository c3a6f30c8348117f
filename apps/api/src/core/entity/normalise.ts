import { isDate } from "@jipei/contract/core/fields/check-field.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { normaliseFormat } from "@jipei/contract/core/fields/formats.ts";

/**
 * The one place that is liberal in what it takes: values that mean the same as what the contract asks for become that. Whatever means something else,
 * or nothing, is left as it is, and the check refuses it.
 */
export function normalise(field: Field, raw: unknown): unknown {
  if (raw === undefined || raw === null || raw === "") return null;
  switch (field.kind) {
    case "text":
    case "long":
      return toText(field, asText(raw));
    case "int":
      return typeof raw === "string" && /^\s*-?\d{1,15}\s*$/.test(raw) ? Number(raw) : raw;
    case "decimal":
    case "id":
    case "ref":
      return asText(raw);
    case "code":
      return typeof raw === "boolean" ? toCode(field, raw) : asText(raw);
    case "codes":
    case "texts":
    case "refs":
      return toList(raw)?.map(asText) ?? raw;
    case "files":
      return toList(raw)?.map((item) => asText(isFile(item) ? item.attId : item)) ?? raw;
    case "date":
      return typeof raw === "string" ? toDate(raw.trim()) : raw;
    case "datetime":
      return typeof raw === "string" ? toDateTime(raw.trim()) : raw;
    case "time":
      return typeof raw === "string" ? raw.trim().replace(/^(\d\d:\d\d):00$/, "$1") : raw;
    default:
      return raw;
  }
}

/** Numbers are written out; those too great to be exact are no text that anybody meant. */
function asText(raw: unknown): unknown {
  if (typeof raw === "string") return raw.trim();
  return typeof raw === "number" && Math.abs(raw) <= Number.MAX_SAFE_INTEGER ? String(raw) : raw;
}

function toText(field: Field, text: unknown): unknown {
  if (typeof text !== "string") return text;
  return (field.format ? normaliseFormat(field.format, text) : text) || null;
}

/** true and false in the words of the list: as they are, or as 1 and 0. */
function toCode({ codes }: Field, value: boolean): string {
  if (codes && Object.hasOwn(codes.codes, String(value))) return String(value);
  return value ? "1" : "0";
}

/** A list may be one text with commas, or a single number. */
function toList(raw: unknown): unknown[] | null {
  if (Array.isArray(raw)) return raw as unknown[];
  if (typeof raw === "number") return [raw];
  if (typeof raw !== "string") return null;
  return raw
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const isFile = (item: unknown): item is { attId: unknown } =>
  typeof item === "object" && item !== null && !Array.isArray(item) && "attId" in item;

/** A day with a time of day is that day. One with a zone may be another day here, and is left to the check. */
const toDate = (text: string): string => /^(.{10})[ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?$/.exec(text)?.[1] ?? text;

/** A day alone is its beginning; seconds may be missing, and a T may stand before the time. */
function toDateTime(text: string): string {
  if (isDate(text)) return `${text} 00:00:00`;
  const [, day, minute, second = ":00"] = /^(.{10})[ T](\d\d:\d\d)(:\d\d)?(?:\.\d{1,6})?$/.exec(text) ?? [];
  return day && minute ? `${day} ${minute}${second}` : text;
}
