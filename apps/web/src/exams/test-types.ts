import type { AssessorAssignmentRow } from "@jipei/contract/exams/assessor-assignment.ts";
import type { TestApplicationRow } from "@jipei/contract/exams/test-application.ts";
import type { TestCandidateRow } from "@jipei/contract/exams/test-candidate.ts";
import type { AuditRow } from "../core/audit-list.tsx";

export interface Candidate extends TestCandidateRow {
  /** Ids of the conditions he meets, as far as can be checked. */
  metConditions: string[];
}

/** A test application as its detail gives it. */
export interface WholeTest extends TestApplicationRow {
  testList: Candidate[];
  /** Conditions of the occupation and level; meeting one is enough. */
  conditionList: { id: string; conditionNo: number; conditionText: string }[];
  assessorList: AssessorAssignmentRow[];
  auditList: AuditRow[];
}
