import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { enterpriseTestApplicationCalls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { testApplicationCalls, testEligible } from "@jipei/contract/assessment/test-application.calls.ts";
import {
  type ApplicationMove,
  enterpriseTestMachine,
  testApplicationMachine,
} from "@jipei/contract/assessment/test-application.machine.ts";
import type { ConfirmStatus } from "@jipei/contract/core/fields/codes.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { useCases } from "../../core/queue/use-cases.ts";
import { can } from "../../core/session/session.ts";

/** What is changed in the list of candidates. */
export interface Change {
  added?: { studentId: string; conditionId?: string }[];
  removed?: { testId: string }[];
}
interface Approval {
  testDate: string;
  testPlace: string;
  confirmOpinion: string | null;
  ineligible: { testId: string; reason: string }[];
}
interface Named {
  id: string;
  version?: number | null;
}

/** What differs between the applications of institutions and of enterprises; pages are written once for both. */
export interface TestSide {
  resource: "test_apply" | "enterprise_test_apply";
  machine: Machine<ConfirmStatus, ApplicationMove>;
  eligible: typeof testEligible;
  print: typeof testApplicationCalls.printSwitching;
  /** The list of assessors' candidates with numbers in full is for bodies that assess institutions' students. */
  hasRoster: boolean;
  save: typeof testApplicationCalls.submit | typeof enterpriseTestApplicationCalls.submit;
  getInput: (test: Named, change: Change) => object;
  useChange: () => { busy: boolean; change: (test: Named, change: Change, onDone: () => void) => void };
  useApproval: () => {
    busy: boolean;
    error: unknown;
    approve: (id: string, approval: Approval, onDone: () => void) => void;
  };
  /** Issues certificates; where another body numbers them, with the numbers. */
  useIssue: () => {
    busy: boolean;
    error: unknown;
    issue: (of: { classId: string; applyId: string }, numbers: Numbers | null, after: After) => void;
  };
  /** The oldest applications that wait for the bureau, and how many there are. */
  useWaiting: (
    enabled: boolean,
  ) => { records: readonly { id: string; className: string | null }[]; total: number } | undefined;
  page: "/test/org" | "/test/enterprise";
  /** How many certificates a class has; undefined while that is not known. */
  useIssued: (classId: string) => number | undefined;
}

/** A certificate that was issued now, or that somebody has from elsewhere. */
export interface Issued {
  testApplyId: string | null;
  name: string | null;
}
type Numbers = { studentId: string; certNo: string }[];
interface After {
  onSuccess: (answer: readonly Issued[]) => void;
  onError?: (error: unknown) => void;
}

const oldestWaiting = { confirmType: "unConfirm", ascs: "commitTime" } as const;

const getInstitutionInput = ({ id, version }: Named, { added, removed }: Change) => ({
  testApplyDTO: { id, version },
  testDTOs: added,
  delTestDTOs: removed,
});
export const institutionTests: TestSide = {
  resource: "test_apply",
  machine: testApplicationMachine,
  eligible: testEligible,
  print: testApplicationCalls.printSwitching,
  hasRoster: true,
  save: testApplicationCalls.submit,
  getInput: getInstitutionInput,
  useChange() {
    const send = useSend(testApplicationCalls.submit);
    return {
      busy: send.isPending,
      change: (test, change, onSuccess) => send.mutate(getInstitutionInput(test, change), { onSuccess }),
    };
  },
  useApproval() {
    const send = useSend(testApplicationCalls.confirm, { silent: true });
    return {
      busy: send.isPending,
      error: send.error,
      approve: (ids, approval, onSuccess) => send.mutate({ ids, confirmType: "Confirm", ...approval }, { onSuccess }),
    };
  },
  useIssue() {
    const issue = useSend(certificateCalls.issue, { silent: true });
    const number = useSend(certificateCalls.issueNumbered, { silent: true });
    return {
      busy: issue.isPending || number.isPending,
      error: issue.error ?? number.error,
      issue: (of, numbers, after) => (numbers ? number.mutate({ ...of, numbers }, after) : issue.mutate(of, after)),
    };
  },
  useWaiting: (enabled) => useCases(testApplicationCalls.listOfBureau, oldestWaiting, enabled),
  page: "/test/org",
  useIssued: (classId) =>
    useCall(certificateCalls.list, { classId, size: 1 }, { enabled: can("certificate_view") }).data?.total,
};

const getEnterpriseInput = ({ id, version }: Named, { added, removed }: Change) => ({
  enterpriseTestApplyDTO: { id, version },
  enterpriseTestDTO: added,
  delEnterpriseTestDTO: removed,
});
export const enterpriseTests: TestSide = {
  resource: "enterprise_test_apply",
  machine: enterpriseTestMachine,
  eligible: enterpriseTestApplicationCalls.eligible,
  print: enterpriseTestApplicationCalls.printSwitching,
  hasRoster: false,
  save: enterpriseTestApplicationCalls.submit,
  getInput: getEnterpriseInput,
  useChange() {
    const send = useSend(enterpriseTestApplicationCalls.submit);
    return {
      busy: send.isPending,
      change: (test, change, onSuccess) => send.mutate(getEnterpriseInput(test, change), { onSuccess }),
    };
  },
  useApproval() {
    const send = useSend(enterpriseTestApplicationCalls.submit, { silent: true });
    return {
      busy: send.isPending,
      error: send.error,
      approve: (id, approval, onSuccess) => send.mutate({ id, confirmType: "Confirm", ...approval }, { onSuccess }),
    };
  },
  useIssue() {
    const issue = useSend(enterpriseCertificateCalls.issue, { silent: true });
    const number = useSend(enterpriseCertificateCalls.issueNumbered, { silent: true });
    return {
      busy: issue.isPending || number.isPending,
      error: issue.error ?? number.error,
      issue: (of, numbers, after) => (numbers ? number.mutate({ ...of, numbers }, after) : issue.mutate(of, after)),
    };
  },
  useWaiting: (enabled) => useCases(enterpriseTestApplicationCalls.list, oldestWaiting, enabled),
  page: "/test/enterprise",
  useIssued: (classId) =>
    useCall(enterpriseCertificateCalls.list, { classId, size: 1 }, { enabled: can("enterprise_cert_view") }).data
      ?.total,
};
