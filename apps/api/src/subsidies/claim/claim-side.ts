import { EnterpriseSubsidyApplication } from "@jipei/contract/subsidies/enterprise-subsidy-application.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { SubsidyKind, subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import type { SerialKey } from "@jipei/contract/settings/serial-rule.ts";
import type { Scope } from "../../core/database/rows.ts";
import type { Checked } from "../findings/checked.ts";
import { institutionClaimScope, staffClaimScope } from "./claim.scope.ts";

export type SideCode = "1" | "2";

/** What differs between the claims of institutions and those of enterprises (docs/decisions/0294). */
export interface ClaimSide {
  /** As the rows of classes and claims say it; who is paid (`payTarget` of a standard) has the same codes. */
  code: SideCode;
  /** Its claims in the table of both sides. */
  scope: Scope;
  /** The entity under which clients know the claims, and its files stand. */
  entity: typeof SubsidyApplication | typeof EnterpriseSubsidyApplication;
  resource: "subsidy_apply" | "enterprise_subsidy_apply";
  lineResource: "subsidy_apply_detail" | "enterprise_subsidy_apply_detail";
  /** What the findings of its claims are about. */
  finding: Checked["bizType"];
  serial: SerialKey;
  /** Kinds a unit of this side claims. */
  kinds: ReadonlySet<SubsidyKind>;
  /** Who may not claim a kind, in the words of a refusal. */
  unit: { zh: string; en: string };
  /** States in which its automatic check may be asked for. */
  checkedIn: ReadonlySet<CodeOf<typeof subsidyStatus>>;
  /** Where the unit finds its claims, and the bureau reviews them. */
  page: "/my/subsidy" | "/ent/subsidy";
  reviewPage: "/subsidy/org" | "/subsidy/ent";
}

export const institutionClaims: ClaimSide = {
  code: "1",
  scope: institutionClaimScope,
  entity: SubsidyApplication,
  resource: "subsidy_apply",
  lineResource: "subsidy_apply_detail",
  finding: "subsidyApply",
  serial: "SUBSIDY_NO",
  kinds: new Set(["01", "03", "04", "05", "06", "08", "10"]),
  unit: { zh: "机构", en: "an institution" },
  checkedIn: new Set(["firstTrial"]),
  page: "/my/subsidy",
  reviewPage: "/subsidy/org",
};

export const enterpriseClaims: ClaimSide = {
  code: "2",
  scope: staffClaimScope,
  entity: EnterpriseSubsidyApplication,
  resource: "enterprise_subsidy_apply",
  lineResource: "enterprise_subsidy_apply_detail",
  finding: "entSubsidyApply",
  serial: "ENT_SUBSIDY_NO",
  kinds: new Set(["02", "03", "06", "07", "08"]),
  unit: { zh: "企业", en: "an enterprise" },
  checkedIn: new Set(["firstTrial", "reTrial"]),
  page: "/ent/subsidy",
  reviewPage: "/subsidy/ent",
};

export const getSide = ({ side }: { side: SideCode }): ClaimSide =>
  side === "1" ? institutionClaims : enterpriseClaims;

/** The page of a claim for its unit. */
export const getClaimPage = (claim: { id: string; side: SideCode }): PageLink => `${getSide(claim).page}/${claim.id}`;
