import { enterpriseTestCalls } from "@jipei/contract/assessment/enterprise-test.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import type { CallError } from "../../core/api/call-error.ts";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { can, useIsOf } from "../../core/session/session.ts";
import type { ScoreDrafts, SheetRow } from "./score-drafts.ts";

interface Submission {
  scores?: ReturnType<ScoreDrafts["changes"]>;
  /** The state that all scores shall have. */
  gradeStatus?: "0" | "1" | "2";
  reason?: string;
}

/** The scores of one application, as this user reads and enters them. */
export interface Sheet {
  rows: readonly SheetRow[];
  /** The call that the rows come from; until it is answered there are none. */
  query: Pick<ReturnType<typeof useCall>, "data" | "isError" | "error" | "refetch">;
  busy: boolean;
  mayScore: (testMode: string | null) => boolean;
  submit: (input: Submission, after: { onSuccess: () => void; onError: (error: CallError) => void }) => void;
}

/** Modes that an enterprise scores itself. */
const ownModes = ["4", "5", "6"];

/** An enterprise reads its candidates with what it may know of their scores; everybody else reads grades. */
export function useSheet(testApplyId: string): Sheet {
  const own = useIsOf("enterprise");
  const grades = useCall(gradeCalls.list, { testApplyId, isPaging: "0", ascs: "examineeNo" }, { enabled: !own });
  const staff = useCall(enterpriseTestCalls.list, { testApplyId, isPaging: "0" }, { enabled: own });
  const sendGrades = useSend(gradeCalls.submit, { silent: true });
  const sendStaff = useSend(enterpriseTestCalls.submit, { silent: true });
  if (own)
    return {
      rows: (staff.data?.records ?? []).filter((row) => row.examineeNo !== null),
      query: staff,
      busy: sendStaff.isPending,
      mayScore: (testMode) => can("enterprise_test_edit") && ownModes.includes(testMode ?? ""),
      submit: (input, after) => sendStaff.mutate({ testApplyId, ...input }, after),
    };
  return {
    rows: grades.data?.records ?? [],
    query: grades,
    busy: sendGrades.isPending,
    mayScore: () => can("grade_edit"),
    submit: (input, after) => sendGrades.mutate({ testApplicationId: testApplyId, ...input }, after),
  };
}
