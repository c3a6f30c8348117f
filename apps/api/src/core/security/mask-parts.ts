import type { MaskKind } from "@jipei/contract/core/fields/field.ts";
import { checkIdNumber } from "@jipei/contract/core/fields/id-number.ts";
import type { Shown } from "@jipei/contract/core/fields/sight.ts";
import { mask } from "./mask.ts";

/** How much of each kind of personal data a viewer may see. */
export type SightOfKind = (kind: MaskKind) => Shown;

/** Kinds of personal data by the names of fields. The registers of the province answer with fields of many names. */
const kindByName: readonly (readonly [name: RegExp, kind: MaskKind])[] = [
  [/id_?(card|number|no)$|sfzh|zjhm|aac002$/i, "idNumber"],
  [/birth|csrq$|aac006$/i, "birthday"],
  [/phone|mobile|^tel|aae005$/i, "phone"],
  [/bank_?(account|card)/i, "bankAccount"],
  [/e_?mail/i, "email"],
  [/address$/i, "address"],
  [/difficult|disab|health/i, "proof"],
];
const isPhone = (text: string) => /^1[3-9]\d{9}$/.test(text);
function findKind(name: string, text: string): MaskKind | undefined {
  const byName = kindByName.find(([pattern]) => pattern.test(name));
  if (byName) return byName[1];
  if (checkIdNumber(text) === null) return "idNumber";
  return isPhone(text) ? "phone" : undefined;
}

/**
 * Masks the parts of a structured value that the viewer may not see. They are recognised by their names, or as valid ID numbers or phones.
 * @param name name of the field that holds the value
 */
export function maskParts(value: unknown, sightOf: SightOfKind, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => maskParts(one, sightOf, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, maskParts(part, sightOf, key)]));
  if (typeof value !== "string" && typeof value !== "number") return value;
  const text = String(value);
  const kind = findKind(name, text);
  if (!kind) return value;
  const sight = sightOf(kind);
  if (sight === "full") return value;
  return sight === "hidden" || kind === "proof" ? null : mask(kind, text);
}

/** Does the same as `maskParts` for JSON text; null for text that cannot be parsed. */
export function maskJson(text: string, sightOf: SightOfKind): string | null {
  try {
    return JSON.stringify(maskParts(JSON.parse(text), sightOf));
  } catch {
    return null;
  }
}
