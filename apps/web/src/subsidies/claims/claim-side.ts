import type { InputOf } from "@jipei/contract/core/call.ts";
import type { subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import {
  enterpriseClaimCalls,
  enterpriseLineCalls,
} from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { EnterpriseSubsidyApplication } from "@jipei/contract/subsidies/enterprise-subsidy-application.ts";
import * as calls from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import {
  type ClaimMove,
  enterpriseClaimMachine,
  subsidyApplicationMachine,
} from "@jipei/contract/subsidies/subsidy-application.machine.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { useSend } from "../../core/api/use-call.ts";
import { useCases } from "../../core/queue/use-cases.ts";

type Sent = InputOf<typeof calls.claimSave>;
/** What an applicant changes in a claim. */
export interface Edit {
  head: Pick<Sent["subsidyApplyDTO"], "id" | "version" | "attachmentList" | "classId" | "subsidyKind" | "isAdvance">;
  lines?: { id: string; applyAmount?: string }[];
  removed?: { detailId: string }[];
}
interface After {
  onSuccess?: (claim: { id: string }) => void;
  onError?: (error: unknown) => void;
}
/** How a reviewer decides: rows only in the first review. */
interface Review {
  id: string;
  version: number | null;
  opinion: string | null;
  lines: { id: string; detailStatus?: "1" | "2"; approvedAmount?: string; unApproveReason?: string }[];
}
type Stage = Extract<CodeOf<typeof subsidyStatus>, "firstTrial" | "reTrial">;
/** What follows, whatever the call answers. */
interface Handlers {
  onSuccess: () => void;
  onError: (error: unknown) => void;
}

/** What differs between the claims of institutions and of enterprises; pages are written once for both. */
export interface ClaimSide {
  resource: "subsidy_apply" | "enterprise_subsidy_apply";
  entity: typeof SubsidyApplication | typeof EnterpriseSubsidyApplication;
  machine: Machine<CodeOf<typeof subsidyStatus>, ClaimMove>;
  /** What the findings of its claims are about. */
  finding: "subsidyApply" | "entSubsidyApply";
  page: "/my/subsidy" | "/ent/subsidy";
  reviewPage: "/subsidy/org" | "/subsidy/ent";
  getClassPage: (classId: string) => PageLink;
  detail: typeof calls.claimDetail | typeof enterpriseClaimCalls.detail;
  commit: typeof calls.claimCommit;
  recall: typeof calls.claimRecall;
  check: typeof calls.claimAutoTrial;
  experience: typeof calls.lineExperience;
  /** Refuses a row in the second review; enterprises' claims are returned instead. */
  refuseRow: typeof calls.lineUnapprove | null;
  save: typeof calls.claimSave | typeof enterpriseClaimCalls.saveSubsidy;
  getInput: (edit: Edit) => object;
  useSave: () => { busy: boolean; save: (edit: Edit, after: After) => void };
  useReview: () => {
    passing: boolean;
    pass: (review: Review, handlers: Handlers) => void;
    completing: boolean;
    complete: (review: Review, handlers: Handlers) => void;
    returning: boolean;
    giveBack: (id: string, reason: string, target: "first" | "applicant" | "toFirst", handlers: Handlers) => void;
  };
  /** The oldest claims that wait for a review, and how many there are. */
  useWaiting: (
    status: Stage,
    enabled: boolean,
  ) => { records: readonly { id: string; applyNo: string | null }[]; total: number } | undefined;
}

const silent = { silent: true };

const getInstitutionInput = ({ head, lines, removed }: Edit) => ({
  subsidyApplyDTO: head,
  subsidyApplyDetailDTO: lines,
  delSubsidyApplyDetailDTO: removed,
});
export const institutionClaims: ClaimSide = {
  resource: "subsidy_apply",
  entity: SubsidyApplication,
  machine: subsidyApplicationMachine,
  finding: "subsidyApply",
  page: "/my/subsidy",
  reviewPage: "/subsidy/org",
  getClassPage: (id) => `/class/detail/${id}`,
  detail: calls.claimDetail,
  commit: calls.claimCommit,
  recall: calls.claimRecall,
  check: calls.claimAutoTrial,
  experience: calls.lineExperience,
  refuseRow: calls.lineUnapprove,
  save: calls.claimSave,
  getInput: getInstitutionInput,
  useSave() {
    const send = useSend(calls.claimSave, silent);
    return { busy: send.isPending, save: (edit, after) => send.mutate(getInstitutionInput(edit), after) };
  },
  useReview() {
    const first = useSend(calls.claimFirstCommit, silent);
    const second = useSend(calls.claimReCommit, silent);
    const fromFirst = useSend(calls.claimReturn, silent);
    const fromSecond = useSend(calls.claimReReturn, silent);
    return {
      passing: first.isPending,
      pass: ({ id, version, lines, opinion }, handlers) =>
        first.mutate(
          { subsidyApplyDTO: { id, version }, subsidyApplyDetailDTO: lines, firstOpinion: opinion },
          handlers,
        ),
      completing: second.isPending,
      complete: ({ id, opinion }, handlers) => second.mutate({ ids: id, reOpinion: opinion }, handlers),
      returning: fromFirst.isPending || fromSecond.isPending,
      giveBack: (ids, reason, target, handlers) =>
        target === "first"
          ? fromFirst.mutate({ ids, reason }, handlers)
          : fromSecond.mutate({ ids, reason, target: target === "applicant" ? "back" : "firstTrial" }, handlers),
    };
  },
  useWaiting: (status, enabled) => useCases(calls.claimListOfBureau, { status }, enabled),
};

const getEnterpriseInput = ({ head, lines, removed }: Edit) => ({
  enterpriseSubsidyApplyDTO: head,
  entSubsidyApplyDetailDTO: lines,
  delEntSubsidyApplyDetailDTO: removed,
});
export const enterpriseClaims: ClaimSide = {
  resource: "enterprise_subsidy_apply",
  entity: EnterpriseSubsidyApplication,
  machine: enterpriseClaimMachine,
  finding: "entSubsidyApply",
  page: "/ent/subsidy",
  reviewPage: "/subsidy/ent",
  getClassPage: (id) => `/enterprise/class/${id}`,
  detail: enterpriseClaimCalls.detail,
  commit: enterpriseClaimCalls.commit,
  recall: enterpriseClaimCalls.recall,
  check: enterpriseClaimCalls.autoTrial,
  experience: enterpriseLineCalls.getTrainExperience,
  refuseRow: null,
  save: enterpriseClaimCalls.saveSubsidy,
  getInput: getEnterpriseInput,
  useSave() {
    const send = useSend(enterpriseClaimCalls.saveSubsidy, silent);
    return { busy: send.isPending, save: (edit, after) => send.mutate(getEnterpriseInput(edit), after) };
  },
  useReview() {
    // Both reviews pass a claim by the same call, and return it by the same.
    const pass = useSend(enterpriseClaimCalls.firstCommit, silent);
    const back = useSend(enterpriseClaimCalls.Return, silent);
    return {
      passing: pass.isPending,
      pass: ({ id, version, lines, opinion }, handlers) =>
        pass.mutate({ enterpriseSubsidyApplyDTO: { id, version }, entSubsidyApplyDetailDTO: lines, opinion }, handlers),
      completing: pass.isPending,
      complete: ({ id, version, opinion }, handlers) =>
        pass.mutate({ enterpriseSubsidyApplyDTO: { id, version }, opinion }, handlers),
      returning: back.isPending,
      giveBack: (ids, reason, target, handlers) =>
        back.mutate({ ids, reason, target: target === "toFirst" ? "firstTrial" : "back" }, handlers),
    };
  },
  useWaiting: (status, enabled) => useCases(enterpriseClaimCalls.list, { status }, enabled),
};
