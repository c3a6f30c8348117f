import type { AssessorAssignmentRow } from '@jipei/contract/exams/assessor-assignment.ts'
import type { TestApplicationRow } from '@jipei/contract/exams/test-application.ts'
import type { TestCandidateRow } from '@jipei/contract/exams/test-candidate.ts'
import type { AuditRow } from '../core/audit-list.tsx'

/** A test application as its detail gives it. */
export interface WholeTest extends TestApplicationRow {
  testList: TestCandidateRow[]
  assessorList: AssessorAssignmentRow[]
  auditList: AuditRow[]
}
