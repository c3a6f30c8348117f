import type { Field } from "@jipei/contract/core/fields/field.ts";
import { Organisation } from "@jipei/contract/providers/organisation.ts";
import { payeeFields } from "@jipei/contract/providers/payee-account.ts";
import type { Columns, StoredRow } from "../../core/database/tables.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { filterColumns } from "../../core/entity/columns.ts";
import { changedFields } from "../../core/entity/changes.ts";
import type { Cipher } from "../../core/security/cipher.ts";
import { seen } from "../../core/security/mask.ts";

/**
 * What the bureau has approved of an institution. After approval a different value waits for a new approval, while classes go on under the
 * old one: name, credit code and bank account, and the facts that approval itself looks at.
 */
const filedFields = [
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
] as const;
type FiledField = (typeof filedFields)[number];
/** What the bureau does not change alone either: the account, and the name that its holder must have. */
const payeeNames: readonly FiledField[] = ["orgName", "bankName", "bankAccount", "bankAccountName"];
/** A change that waits for approval, in clear. */
type Filed = Partial<Pick<Columns<typeof Organisation>, FiledField>>;
const isFiled = (name: string): name is FiledField => (filedFields as readonly string[]).includes(name);

/**
 * Splits what somebody sends into what applies at once and what must be approved, all decrypted. What was filed before and is not
 * touched goes on waiting; a value set back to the approved one waits no longer.
 * @param by the bureau's changes apply at once but for the account
 */
export function splitChange(
  values: Columns<typeof Organisation>,
  old: StoredRow<typeof Organisation>,
  waiting: Filed,
  by: Pick<Actor, "audience">,
): { atOnce: Columns<typeof Organisation>; pending: Filed; touched: boolean } {
  const fields: readonly string[] = by.audience === "bureau" ? payeeNames : filedFields;
  const filed: Filed = filterColumns(values, (name) => fields.includes(name));
  const wanted = { ...waiting, ...filed };
  const different = new Set<string>(changedFields(Organisation, { ...old, ...wanted }, old));
  return {
    atOnce: filterColumns(values, (name) => !fields.includes(name)),
    pending: filterColumns(wanted, (name) => different.has(name)),
    touched: Object.keys(filed).length > 0,
  };
}

/** Whether a change decides where an institution is paid. */
export const concernsPayee = (change: object): boolean => payeeNames.some((name) => name in change);

/** The part of a new row that says where it is paid; what is empty is left out. */
export const accountValues = (values: Columns<typeof Organisation>): Filed =>
  filterColumns(values, (name) => name in payeeFields && Boolean(values[name as FiledField]));

/** A change as its column holds it, by the names of fields. */
type StoredChange = Readonly<Record<string, string | null>>;

/** Every value made anew; what is empty stays empty. */
function mapValues(change: Filed | StoredChange, map: (value: string, field: Field) => string | null) {
  const entries = Object.entries(change).map(([name, value]: [string, string | null]) => {
    const field = isFiled(name) ? Organisation.fields[name] : undefined;
    return [name, value === null || !field ? value : map(value, field)] as const;
  });
  return Object.fromEntries(entries);
}

/** A change as it is stored: personal and bank data encrypted like their columns. */
export const encryptChange = (change: Filed, cipher: Cipher): Record<string, string | null> =>
  mapValues(change, (value, { encrypted }) => (encrypted ? cipher.encrypt(value) : value));

/** A stored change in clear; nothing where none waits. */
export const decryptChange = (change: StoredChange | null, cipher: Cipher): Filed =>
  mapValues(change ?? {}, (value, { encrypted }) => (encrypted ? cipher.decrypt(value) : value));

/** A stored change as this actor may see it. */
export const changeToResponse = (
  change: StoredChange | null,
  actor: Actor,
  cipher: Cipher,
): Record<string, string | null> | null =>
  change &&
  mapValues(decryptChange(change, cipher), (value, { masked }) =>
    masked ? seen(actor, Organisation, masked, value, "detail") : value,
  );
