import { Organisation } from "@jipei/contract/providers/organisation.ts";
import { unitPayeeIssue } from "@jipei/contract/providers/payee-account.ts";
import type { Draft } from "../../core/entity/columns.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { isDuplicate, refuseDuplicate } from "../../core/entity/references.ts";
import { InvalidFields, Refusal, because, invalidValue } from "../../core/foundation/refusal.ts";

/** An institution as it is, or as it will be after a save; personal and bank data in clear. */
type Facts = Draft<typeof Organisation>;

/** Private schools teach under a licence; other kinds of institutions have their own standing. */
const needsLicence = (orgType: string) => orgType === "1";

/** Rules of the fields among themselves, for whoever saves. @throws FIELD_INVALID */
export function checkOrganisation(row: Facts): void {
  if (row.licenseStartDate && row.licenseExpireDate && row.licenseExpireDate <= row.licenseStartDate)
    throw wrong("licenseExpireDate", "须晚于许可证有效期起", "must be after the first day of the licence");
  if (needsLicence(row.orgType) && !row.licenseNo)
    throw wrong("licenseNo", "民办职业培训学校须填写", "needed for a private school");
  if (needsLicence(row.orgType) && !row.licenseExpireDate)
    throw wrong("licenseExpireDate", "民办职业培训学校须填写", "needed for a private school");
  if (row.evalOrgCode && !/^[SY]\d{12}$/.test(row.evalOrgCode))
    throw wrong("evalOrgCode", "应为S或Y加12位数字", "must be S or Y and 12 digits");
  if (!/^\d{6}(\d{3}){0,2}$/.test(row.regionCode))
    throw wrong("regionCode", "应为6、9或12位区划代码", "must be a region code of 6, 9 or 12 digits");
  const issue = unitPayeeIssue(row, row.orgName);
  if (issue) throw wrong(issue.field, issue.zh, issue.en);
}

const wrong = (field: keyof typeof Organisation.fields, zh: string, en: string): Refusal =>
  invalidValue(Organisation, field, zh, en);

/** @throws ORG_DUP when another institution has the name or the credit code, DUPLICATE for the licence number */
export async function assertUnique(tx: Tx, { id, creditCode, orgName, licenseNo }: Facts): Promise<void> {
  if (await isDuplicate(tx, Organisation, id, { creditCode, side: "1" })) throw because("ORG_DUP", "creditCode");
  if (await isDuplicate(tx, Organisation, id, { orgName, side: "1" })) throw because("ORG_DUP", "orgName");
  if (licenseNo) await refuseDuplicate(tx, Organisation, id, { licenseNo });
}

/** @throws ATTACH_REQUIRED when a private school has filed no licence */
export async function assertHasLicenceFile(db: Db, row: Facts, files: readonly string[] = []): Promise<void> {
  if (!needsLicence(row.orgType) || files.length > 0) return;
  const filed =
    row.id &&
    (await db
      .selectFrom("organisationDocument")
      .select("id")
      .where("orgId", "=", row.id)
      .where("attachType", "=", "01")
      .where("isValid", "=", "isValid")
      .where("isDeleted", "=", 0)
      .executeTakeFirst());
  if (!filed) throw new Refusal("ATTACH_REQUIRED", { names: { zh: "办学许可证", en: "education licence" } });
}

/** What may be missing while a filing is written, but not when it is approved. @throws FIELD_INVALID naming all of it, BANK_REQUIRED */
export function assertComplete(row: Facts): void {
  const missing = (["legalIdNumber", "legalPhone", "siteArea"] as const).filter((name) => !row[name]);
  if (missing.length > 0)
    throw new InvalidFields(missing.flatMap((name) => wrong(name, "尚未填写", "not filled in").failures));
  if (!row.bankName || !row.bankAccount || !row.bankAccountName) throw new Refusal("BANK_REQUIRED");
}

/** @throws LICENSE_EXPIRED */
export function assertLicenceHolds(row: Pick<Facts, "licenseExpireDate">): void {
  const day = row.licenseExpireDate;
  if (day && day < today()) throw because("LICENSE_EXPIRED", "expired", { day });
}
