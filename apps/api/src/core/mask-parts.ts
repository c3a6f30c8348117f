import type { MaskKind } from "@jipei/contract/core/field.ts";
import { checkIdNumber } from "@jipei/contract/core/id-number.ts";
import type { Shown } from "@jipei/contract/core/sight.ts";
import { mask } from "./mask.ts";

/** How much of each kind may be seen. */
export type SightOfKind = (kind: MaskKind) => Shown;

/** What parts of a structured answer are, by their names: registers of the province answer with whatever they know. */
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
const kindOf = (name: string, text: string): MaskKind | undefined =>
  kindByName.find(([pattern]) => pattern.test(name))?.[1] ??
  (checkIdNumber(text) === null ? "idNumber" : isPhone(text) ? "phone" : undefined);

/**
 * A structured value with every part in it hidden that the viewer may not see: told by its name, or by being a valid ID number or phone.
 * @param name what the value stands under
 */
export function maskParts(value: unknown, sightOf: SightOfKind, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => maskParts(one, sightOf, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, maskParts(part, sightOf, key)]));
  if (typeof value !== "string" && typeof value !== "number") return value;
  const text = String(value);
  const kind = kindOf(name, text);
  if (!kind) return value;
  const sight = sightOf(kind);
  return sight === "full" ? value : sight === "hidden" || kind === "proof" ? null : mask(kind, text);
}

/** As `maskParts` for JSON text; what cannot be read is not shown at all. */
export function maskJson(text: string, sightOf: SightOfKind): string | null {
  try {
    return JSON.stringify(maskParts(JSON.parse(text), sightOf));
  } catch {
    return null;
  }
}
