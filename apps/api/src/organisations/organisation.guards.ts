import { Decimal } from "decimal.js";
import { hasRunningClasses } from "../classes/classes.queries.ts";
import { refuseUsed } from "../core/references.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import type { Guard } from "../core/transition.ts";
import { parameter } from "../settings/settings.queries.ts";
import { hasOpenClaims } from "../subsidies/subsidies.queries.ts";
import { unsealed } from "./organisation.change.ts";
import {
  checkOrganisation,
  licenceMustHold,
  mustBeComplete,
  mustBeUnique,
  mustHaveLicenceFile,
} from "./organisation.rules.ts";

/** @throws FIELD_INVALID, BANK_REQUIRED */
export const isComplete: Guard = (_tx, _actor, row) => mustBeComplete(row);
/** @throws LICENSE_EXPIRED */
export const licenceHolds: Guard = (_tx, _actor, row) => licenceMustHold(row);
/** @throws ATTACH_REQUIRED */
export const licenceIsFiled: Guard = (tx, _actor, row) => mustHaveLicenceFile(tx, row);

/** @throws FIELD_INVALID below `org.site.minArea` */
export const siteIsLargeEnough: Guard = async (tx, _actor, row) => {
  const least = await parameter(tx, "org.site.minArea");
  if (new Decimal(row["siteArea"] ?? 0).lt(least))
    throw invalidField("siteArea", "培训场地面积", "Teaching site", `不得少于${least}平方米`, `at least ${least} m²`);
};

/** @throws ORG_GRADE_D */
export const gradeAllows: Guard = (_tx, _actor, row) => {
  if (row["creditGrade"] === "D") throw new Refusal("ORG_GRADE_D");
};

/** @throws ORG_HAS_BUSINESS while classes run or claims are open */
export const hasNoBusiness: Guard = async (tx, _actor, row) => {
  if ((await hasRunningClasses(tx, row["id"])) || (await hasOpenClaims(tx, row["id"])))
    throw new Refusal("ORG_HAS_BUSINESS");
};

/** @throws STATE_ILLEGAL */
export const changeIsPending: Guard = (_tx, _actor, row) => {
  if (row["changePending"] !== "1")
    throw new Refusal("STATE_ILLEGAL", {
      status: { zh: "没有待审变更", en: "no change pending" },
      action: { zh: "审核变更", en: "decide on the change" },
    });
};

/** What changes must be as an approval would have it; what does not change was approved before. */
export const changeHolds: Guard = async (tx, actor, row, input, app) => {
  const pending = unsealed(row["pendingChange"], app.cipher);
  const after = { ...row, ...pending };
  checkOrganisation(after);
  await mustBeUnique(tx, after);
  if ("licenseExpireDate" in pending) licenceMustHold(after);
  if ("siteArea" in pending) await siteIsLargeEnough(tx, actor, after, input, app);
};

/** @throws ORG_IN_USE */
export const isUnused: Guard = (tx, _actor, row) =>
  refuseUsed(
    tx,
    "ORG_IN_USE",
    [row["id"]],
    [
      "organisation_plan.org_id",
      "organisation_course.org_id",
      "training_class.org_id",
      "subsidy_application.org_id",
      "teacher_hire.org_id",
      "organisation_teacher.org_id",
    ],
  );
