import { Organisation } from "@jipei/contract/organisations/organisation.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { Actor } from "../core/actor.ts";
import { changedFields } from "../core/changes.ts";
import type { Cipher } from "../core/cipher.ts";
import { seen } from "../core/mask.ts";

type Values = Record<string, any>;

/**
 * What the bureau has approved of an institution. After approval a different value waits for a new approval, while classes go on under the
 * old one: name, credit code and bank account, and the facts that approval itself looks at.
 */
const filedFields: ReadonlySet<string> = new Set([
  "orgName",
  "creditCode",
  "orgType",
  "licenseNo",
  "licenseStartDate",
  "licenseExpireDate",
  "evalOrgCode",
  "legalPerson",
  "legalIdNumber",
  "siteArea",
  "trainScope",
  "bankName",
  "bankAccount",
  "bankAccountName",
]);

const fieldOf = (name: string): Field => (Organisation.fields as Record<string, Field>)[name] as Field;

/**
 * Splits what an institution sends into what applies at once and what must be approved, all decrypted. What was filed before and is not
 * touched goes on waiting; a value set back to the approved one waits no longer.
 */
export function splitChange(
  values: Values,
  old: Values,
  waiting: Values,
): { atOnce: Values; pending: Values; touched: boolean } {
  const filed = Object.entries(values).filter(([name]) => filedFields.has(name));
  const wanted = { ...waiting, ...Object.fromEntries(filed) };
  const different = new Set(changedFields(Organisation, { ...old, ...wanted }, old));
  return {
    atOnce: Object.fromEntries(Object.entries(values).filter(([name]) => !filedFields.has(name))),
    pending: Object.fromEntries(Object.entries(wanted).filter(([name]) => different.has(name))),
    touched: filed.length > 0,
  };
}

/** A pending change as it is kept: personal and bank data encrypted like their columns. */
export const sealed = (pending: Values, cipher: Cipher): Values =>
  Object.fromEntries(
    Object.entries(pending).map(([name, value]) => [
      name,
      fieldOf(name).encrypted && typeof value === "string" ? cipher.encrypt(value) : value,
    ]),
  );

/** A kept change in clear. */
export const unsealed = (pending: Values | null, cipher: Cipher): Values =>
  Object.fromEntries(
    Object.entries(pending ?? {}).map(([name, value]) => [
      name,
      fieldOf(name).encrypted && typeof value === "string" ? cipher.decrypt(value) : value,
    ]),
  );

/** A pending change as this actor may see it. */
export function shownChange(pending: Values | null, actor: Actor, cipher: Cipher): Values | null {
  if (!pending) return null;
  return Object.fromEntries(
    Object.entries(unsealed(pending, cipher)).map(([name, value]) => {
      const { masked } = fieldOf(name);
      return [name, masked ? seen(actor, Organisation, masked, value, "detail") : value];
    }),
  );
}
