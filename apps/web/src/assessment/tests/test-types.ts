import type { AssessorAssignmentRow } from "@jipei/contract/assessment/assessor-assignment.ts";
import type { TestApplicationRow } from "@jipei/contract/assessment/test-application.ts";
import type { TestCandidateRow } from "@jipei/contract/assessment/test-candidate.ts";
import type { AuditRow } from "../../core/moves/audit-list.tsx";

export interface Candidate extends TestCandidateRow {
  /** Ids of the conditions that they meet, as far as this can be checked. */
  metConditions: string[];
}

/** A test application as its detail call returns it. */
export interface WholeTest extends TestApplicationRow {
  testList: Candidate[];
  /** Conditions of the occupation and level; meeting one is enough. */
  conditionList: { id: string; conditionNo: number; conditionText: string }[];
  assessorList: AssessorAssignmentRow[];
  auditList: AuditRow[];
}
