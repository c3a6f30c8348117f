import {
  AssessorAssignment,
  assessorAssignmentCalls,
} from "@jipei/contract/assessment/assessors/assessor-assignment.ts";
import { assignmentExport } from "@jipei/contract/assessment/assessors/assessor.calls.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { applications, assessors } from "../sources.ts";

/** Who assesses what. */
export default function AssignmentsPage() {
  return (
    <CrudPage
      entity={AssessorAssignment}
      calls={{ ...assessorAssignmentCalls, export: assignmentExport }}
      resource="exam_assessor"
      columns={["testApplyNo", "testDate", "assessorName", "duty", "subject", "isDrawn", "signTime", "fee"]}
      search={["testApplyNo", "assessorName", "duty", "subject"]}
      card={["assessorName", "duty", "testDate"]}
      form={["testApplyId", "applySide", "assessorId", "duty", "subject", "fee"]}
      locked={(row) => (row ? ["testApplyId", "assessorId"] : [])}
      frozen={(row, what) => (what === "remove" && row.signTime ? { zh: "已签到", en: "Signed in" } : null)}
      refs={{ testApplyId: applications, assessorId: assessors }}
      initial={{ applySide: "1", duty: "2" }}
    />
  );
}
