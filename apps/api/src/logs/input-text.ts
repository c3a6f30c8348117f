import { suffixes } from "@jipei/contract/core/fields/filters.ts";
import type { Field, MaskKind } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { mask } from "../core/security/mask.ts";
import { logText } from "./log-text.ts";

const hidden = "***";
/** Names that always mean a secret. */
const secret =
  /password|passwd|pwd|secret|token|captcha|authorization|cookie|credential|(private|secret|access|api|app|encrypt|sign)_?key$/i;
/** Whether a name of a field, parameter or header means a secret. */
export const namesSecret = (name: string): boolean => secret.test(name);
/** Names that mean a secret unless they are a field of an entity: codes sent by SMS or shown in a picture. */
const secretUnlessOfEntity = /^(code|pin|otp|answer|verification|key)$|(sms|verify|check|auth)_?code$/i;

/**
 * The input of a call as the log stores it: JSON without secrets, with personal data masked by what the contract says of its fields,
 * cut to a length. Stops reading at that length, however much there is.
 */
export function inputText(shape: Shape, input: unknown, length: number): string | null {
  if (length === 0 || input === null || input === undefined) return null;
  const budget = { left: length };
  const text = JSON.stringify(shown(shape, input, budget, 0));
  if (text === "{}") return null;
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

interface Budget {
  left: number;
}

/** @param part what the contract says of the value, if anything */
function shown(part: Part, value: unknown, budget: Budget, depth: number): unknown {
  budget.left -= 4;
  if (value === null || typeof value === "boolean" || typeof value === "number")
    return typeof value === "number" ? maskedNumber(part, value) : value;
  if (typeof value === "string") {
    const text =
      part && "kind" in part ? fieldText(part, value, budget.left) : logText(value, Math.max(0, budget.left));
    budget.left -= text.length;
    return text;
  }
  if (typeof value !== "object" || depth > 8) return undefined;
  if (Array.isArray(value)) {
    const rows: unknown[] = [];
    for (const item of value) {
      if (budget.left <= 0) return [...rows, "…"];
      rows.push(shown(part && "shape" in part && part.shape === "list" ? part.of : part, item, budget, depth + 1));
    }
    return rows;
  }
  const kept: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name in value) {
    if (budget.left <= 0) return { ...kept, "…": "…" };
    budget.left -= name.length;
    const inner = getPart(part, name);
    kept[logText(name, 60)] = hides(part, inner, name)
      ? hidden
      : shown(inner, (value as Record<string, unknown>)[name], budget, depth + 1);
  }
  return kept;
}

/** A field, a shape, or undefined where the contract knows nothing. */
type Part = Field | Shape | undefined;

function getPart(part: Part, name: string): Part {
  if (!part || !("shape" in part)) return undefined;
  switch (part.shape) {
    case "record":
      return own(part.fields, name);
    case "save":
      return own(part.extra ?? {}, name) ?? own(part.entity.fields, name);
    case "query":
      return own(part.extra, name) ?? own(part.entity.fields, name) ?? own(part.entity.fields, bare(name));
    default:
      return undefined;
  }
}

const own = <V>(fields: Record<string, V>, name: string): V | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;
/** The name of a field without the suffix of a filter. */
function bare(name: string): string {
  const cut = name.lastIndexOf("_");
  return cut > 0 && Object.hasOwn(suffixes, name.slice(cut + 1)) ? name.slice(0, cut) : name;
}

function hides(whole: Part, part: Part, name: string): boolean {
  if (part && "kind" in part && (part.writeOnly || (part.encrypted && !part.masked))) return true;
  const ofEntity = part && whole && "shape" in whole && (whole.shape === "save" || whole.shape === "query");
  return secret.test(name) || (!ofEntity && secretUnlessOfEntity.test(name));
}

function findMask({ masked, format }: Field): MaskKind | undefined {
  if (masked) return masked;
  if (format === "idNumber") return "idNumber";
  return format === "mobile" ? "phone" : undefined;
}

/** Characters of a value that are masked before it is cut: more than any masked field has. */
const whole = 200;

function fieldText(field: Field, value: string, left: number): string {
  const kind = findMask(field);
  return logText(kind ? (mask(kind, value.slice(0, whole)) as string) : value, Math.max(0, left));
}

/** Masks a JSON number as a text, since it may be somebody's phone number. */
function maskedNumber(part: Part, value: number): unknown {
  if (part && "kind" in part && findMask(part)) return mask(findMask(part) as MaskKind, String(value));
  return Math.abs(value) >= 1e10 ? logText(String(value), 40) : value;
}
