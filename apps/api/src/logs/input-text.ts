import { suffixes } from "@jipei/contract/core/filters.ts";
import type { Field, MaskKind } from "@jipei/contract/core/field.ts";
import type { Shape } from "@jipei/contract/core/shape.ts";
import { mask } from "../core/mask.ts";
import { logText } from "./log-text.ts";

const hidden = "***";
/** Names that mean a secret whoever declares them. */
const secret =
  /password|passwd|pwd|secret|token|captcha|authorization|cookie|credential|(private|secret|access|api|app|encrypt|sign)_?key$/i;
/** Whether a name, of whatever it may be, means a secret. */
export const namesSecret = (name: string): boolean => secret.test(name);
/** Names that mean one unless a field of an entity bears them: codes sent by SMS or shown in a picture. */
const secretUnlessOfEntity = /^(code|pin|otp|answer|verification|key)$|(sms|verify|check|auth)_?code$/i;

/**
 * The input of a call as its log keeps it: JSON without secrets, with personal data masked by what the contract says of its fields,
 * cut to a length. Stops reading at that length, however much there is.
 */
export function inputText(shape: Shape, input: unknown, length: number): string | null {
  if (length === 0 || input === null || input === undefined) return null;
  const budget = { left: length };
  const text = JSON.stringify(shown(shape, input, budget, 0));
  return text === "{}" ? null : text.length > length ? `${text.slice(0, length)}…` : text;
}

interface Budget {
  left: number;
}

/** @param part what the contract says of the value, as far as it says anything */
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
  const kept: Record<string, unknown> = Object.create(null);
  for (const name in value) {
    if (budget.left <= 0) return { ...kept, "…": "…" };
    budget.left -= name.length;
    const inner = partOf(part, name);
    kept[logText(name, 60)] = hides(part, inner, name)
      ? hidden
      : shown(inner, (value as Record<string, unknown>)[name], budget, depth + 1);
  }
  return kept;
}

/** A field, a shape, or undefined where the contract knows nothing. */
type Part = Field | Shape | undefined;

function partOf(part: Part, name: string): Part {
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
/** The field of a filter with a suffix. */
function bare(name: string): string {
  const cut = name.lastIndexOf("_");
  return cut > 0 && Object.hasOwn(suffixes, name.slice(cut + 1)) ? name.slice(0, cut) : name;
}

function hides(whole: Part, part: Part, name: string): boolean {
  if (part && "kind" in part && (part.writeOnly || (part.encrypted && !part.masked))) return true;
  const ofEntity = part && whole && "shape" in whole && (whole.shape === "save" || whole.shape === "query");
  return secret.test(name) || (!ofEntity && secretUnlessOfEntity.test(name));
}

const maskOf = (field: Field): MaskKind | undefined =>
  field.masked ?? (field.format === "idNumber" ? "idNumber" : field.format === "mobile" ? "phone" : undefined);

/** Longer than any value of a masked field. */
const whole = 200;

function fieldText(field: Field, value: string, left: number): string {
  const kind = maskOf(field);
  return logText(kind ? (mask(kind, value.slice(0, whole)) as string) : value, Math.max(0, left));
}

/** A number where a text belongs may still be somebody's phone. */
function maskedNumber(part: Part, value: number): unknown {
  if (part && "kind" in part && maskOf(part)) return mask(maskOf(part) as MaskKind, String(value));
  return Math.abs(value) >= 1e10 ? logText(String(value), 40) : value;
}
