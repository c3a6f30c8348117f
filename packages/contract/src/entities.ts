import type { Entity } from './core/entity.ts'
import { Assessor } from './exams/assessor.ts'
import { AssessorAssignment } from './exams/assessor-assignment.ts'
import { AssessorType } from './exams/assessor-type.ts'
import { Certificate } from './exams/certificate.ts'
import { Grade } from './exams/grade.ts'
import { TestApplication } from './exams/test-application.ts'
import { TestCandidate } from './exams/test-candidate.ts'
import { Finding } from './subsidies/finding.ts'
import { SubsidyApplication } from './subsidies/subsidy-application.ts'
import { SubsidyLine } from './subsidies/subsidy-line.ts'
import { CandidateSource } from './teaching/candidate-source.ts'

/** All stored entities: for the API and tests. A web page imports its own entity only. */
export const entities: readonly Entity<any>[] = [
  Assessor,
  AssessorAssignment,
  AssessorType,
  CandidateSource,
  Certificate,
  Finding,
  Grade,
  SubsidyApplication,
  SubsidyLine,
  TestApplication,
  TestCandidate,
]
