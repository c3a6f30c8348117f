import {
  claimCommit,
  claimExport,
  claimListOfBureau,
  claimListOfOrg,
  claimRecall,
  claimReCommit,
  claimRemove,
  claimReReturn,
  claimReturn,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { enterpriseClaimCalls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import type { FieldName } from "@jipei/contract/core/entity.ts";
import type { PolicyChange } from "@jipei/contract/subsidies/claim-changes.ts";
import type { PaymentEntryRow } from "@jipei/contract/subsidies/payment-entry.ts";
import { paymentMachine } from "@jipei/contract/subsidies/payment.machine.ts";
import { type ClaimMove, subsidyApplicationMachine } from "@jipei/contract/subsidies/subsidy-application.machine.ts";
import type { SubsidyApplication, SubsidyApplicationRow } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { SubsidyLineRow } from "@jipei/contract/subsidies/subsidy-line.ts";
import type { FindingRow } from "@jipei/contract/subsidies/finding.ts";
import type { AuditRow } from "../../core/moves/audit-list.tsx";
import type { Moves } from "../../core/moves/moves.ts";
import type { ClaimSide } from "./claim-side.ts";

export const orgClaims = { list: claimListOfOrg, remove: claimRemove, export: claimExport };
export const bureauClaims = { list: claimListOfBureau, export: claimExport };

/** What the rows of claims of both sides have, with the number of findings of the newest check that keep them from being approved. */
export interface ClaimLine extends Omit<SubsidyLineRow, "orgId" | "orgName" | "studentNo"> {
  openFindings: number;
}

/** A claim of either side as its detail gives it; the findings of a row are asked for when it is looked at, those of a class are too many for one answer. */
export interface WholeClaim extends Omit<SubsidyApplicationRow, "orgId" | "orgName" | "unitSide"> {
  side: ClaimSide;
  /** Institution or enterprise. */
  unitName: string | null;
  detailList: ClaimLine[];
  /** Of the newest check. */
  headFindings: FindingRow[];
  auditList: AuditRow[];
  /** In the order the commands were given. */
  paymentList: PaymentEntryRow[];
  /** Parameters and standards that are others today than at the commit. */
  policyChanges: PolicyChange[];
  /** Of a draft: what it still needs, and until when it may be submitted. */
  missingDocuments: { zh: string; en: string }[];
  lastClaimDay?: string | null;
}

/** The institution takes its submission back, until the bureau has begun. */
const recall = { call: claimRecall, hidden: true };

/** What a claim asks for is said before it is sent on. */
const sums = ["applyAmount"] as const satisfies readonly FieldName<typeof SubsidyApplication>[];

/** Calls of the moves shown on lists. */
export const listMoves = {
  commit: { call: claimCommit, undo: recall, sums },
  recall,
  reCommit: { call: claimReCommit, sums },
  return: claimReturn,
  reReturn: claimReReturn,
} satisfies Moves<ClaimMove, never>;

const recallOfEnterprise = { call: enterpriseClaimCalls.recall, hidden: true };
export const enterpriseListMoves = {
  commit: { call: enterpriseClaimCalls.commit, undo: recallOfEnterprise, sums },
  recall: recallOfEnterprise,
} satisfies Moves<ClaimMove, never>;

/** How the history of a claim is shown: one story of review and payment, whose states and moves have different names. */
export const claimHistory = {
  ...subsidyApplicationMachine,
  states: {
    ...subsidyApplicationMachine.states,
    codes: { ...paymentMachine.states.codes, ...subsidyApplicationMachine.states.codes },
  },
  actions: { ...paymentMachine.actions, ...subsidyApplicationMachine.actions },
};
