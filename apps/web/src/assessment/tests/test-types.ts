import type { AssessorAssignmentRow } from "@jipei/contract/assessment/assessors/assessor-assignment.ts";
import type { EnterpriseTestApplicationRow } from "@jipei/contract/assessment/enterprise-test-application.ts";
import type { EnterpriseTestRow } from "@jipei/contract/assessment/enterprise-test.ts";
import type { TestApplicationRow } from "@jipei/contract/assessment/test-application.ts";
import type { TestCandidateRow } from "@jipei/contract/assessment/test-candidate.ts";
import type { AuditRow } from "../../core/moves/audit-list.tsx";
import type { TestSide } from "./test-side.ts";

/** A candidate of either side. */
export interface Candidate extends Pick<EnterpriseTestRow, keyof TestCandidateRow & keyof EnterpriseTestRow> {
  /** Ids of the conditions that they meet, as far as this can be checked. */
  metConditions?: string[] | null;
}

type Common = Pick<
  TestApplicationRow,
  Exclude<keyof TestApplicationRow & keyof EnterpriseTestApplicationRow, "testMode" | "subjects">
>;

/** A test application of either side, as its detail call returns it. */
export interface WholeTest extends Common {
  side: TestSide;
  /** Of the institution or enterprise that applies. */
  unitName: string | null;
  testMode: EnterpriseTestApplicationRow["testMode"];
  subjects: EnterpriseTestApplicationRow["subjects"];
  testList: Candidate[];
  /** Conditions of the occupation and level; meeting one is enough. */
  conditionList: { id: string; conditionNo: number; conditionText: string }[];
  assessorList: AssessorAssignmentRow[];
  auditList: AuditRow[];
}
