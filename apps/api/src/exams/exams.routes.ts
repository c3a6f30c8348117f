import type { Domain } from '../core/implement.ts'
import { assessorRoutes } from './assessor.routes.ts'
import { certificateRoutes } from './certificate.routes.ts'
import { gradeRoutes } from './grade.routes.ts'
import { testApplicationRoutes } from './test-application.routes.ts'

export const exams: Domain = {
  name: 'exams',
  routes: [...assessorRoutes, ...testApplicationRoutes, ...gradeRoutes, ...certificateRoutes],
  constraints: {
    test_application_first: 'TEST_DUP',
    test_application_return_reason: 'REASON_REQUIRED',
    grade_two_persons: 'SELF_REVIEW',
    certificate_revocation_reason: 'REASON_REQUIRED',
  },
}
