import { Organisation } from "@jipei/contract/providers/organisation.ts";
import { Decimal } from "decimal.js";
import { refuseUsed } from "../../core/entity/references.ts";
import { Refusal, invalidValue, notPossible } from "../../core/foundation/refusal.ts";
import type { Guard } from "../../core/entity/transition.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { decryptChange } from "./organisation.change.ts";
import { organisationHasBusiness } from "./organisation.holds.ts";
import {
  checkOrganisation,
  assertLicenceHolds,
  assertComplete,
  assertUnique,
  assertHasLicenceFile,
} from "./organisation.rules.ts";

/** @throws FIELD_INVALID, BANK_REQUIRED */
export const isComplete: Guard<typeof Organisation> = (_tx, _actor, row) => assertComplete(row);
/** @throws LICENSE_EXPIRED */
export const licenceHolds: Guard<typeof Organisation> = (_tx, _actor, row) => assertLicenceHolds(row);
/** @throws ATTACH_REQUIRED */
export const licenceIsFiled: Guard<typeof Organisation> = (tx, _actor, row) => assertHasLicenceFile(tx, row);

/** @throws FIELD_INVALID below `org.site.minArea` */
export const siteIsLargeEnough: Guard<typeof Organisation> = async (tx, _actor, row) => {
  const least = await parameter(tx, "org.site.minArea");
  if (new Decimal(row.siteArea ?? 0).lt(least))
    throw invalidValue(Organisation, "siteArea", `不得少于${least}平方米`, `at least ${least} m²`);
};

/** @throws ORG_GRADE_D */
export const gradeAllows: Guard<typeof Organisation> = (_tx, _actor, row) => {
  if (row.creditGrade === "D") throw new Refusal("ORG_GRADE_D");
};

/** @throws ORG_HAS_BUSINESS while classes run or claims are open */
export const hasNoBusiness: Guard<typeof Organisation> = async (tx, _actor, row, _input, app) => {
  if (await app.ports.holds(tx, organisationHasBusiness, row.id)) throw new Refusal("ORG_HAS_BUSINESS");
};

/** @throws STATE_ILLEGAL */
export const changeIsPending: Guard<typeof Organisation> = (_tx, _actor, row) => {
  if (row.changePending !== "1")
    throw notPossible({
      status: { zh: "没有待审变更", en: "no change pending" },
      action: { zh: "审核变更", en: "decide on the change" },
    });
};

/** What changes must be as an approval would have it; what does not change was approved before. */
export const changeHolds: Guard<typeof Organisation> = async (tx, actor, row, input, app) => {
  const pending = decryptChange(row.pendingChange, app.cipher);
  const after = { ...row, ...pending };
  checkOrganisation(after);
  await assertUnique(tx, after);
  if ("licenseExpireDate" in pending) assertLicenceHolds(after);
  if ("siteArea" in pending) await siteIsLargeEnough(tx, actor, after, input, app);
};

/** What an institution has filed of itself goes with it. @throws ORG_IN_USE */
export const isUnused: Guard<typeof Organisation> = (tx, _actor, row) =>
  refuseUsed(tx, Organisation, [row], "ORG_IN_USE", ["Attachment", "Classroom", "OrganisationDocument"]);
