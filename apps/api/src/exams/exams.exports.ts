import { AssessorAssignment } from '@jipei/contract/exams/assessor-assignment.ts'
import { AssessorType } from '@jipei/contract/exams/assessor-type.ts'
import { assessorExport, assessorTypeExport, assignmentExport } from '@jipei/contract/exams/assessor.calls.ts'
import { Assessor } from '@jipei/contract/exams/assessor.ts'
import { certificateCalls } from '@jipei/contract/exams/certificate.calls.ts'
import { Certificate } from '@jipei/contract/exams/certificate.ts'
import { gradeCalls } from '@jipei/contract/exams/grade.calls.ts'
import { Grade } from '@jipei/contract/exams/grade.ts'
import { testApplicationCalls } from '@jipei/contract/exams/test-application.calls.ts'
import { TestApplication } from '@jipei/contract/exams/test-application.ts'
import { exporter } from '../core/excel/export.ts'
import { assessorScope, assessorTypeScope, assignmentScope, certificateScope, gradeScope, testApplicationScope } from './exams.scope.ts'

/** Every list of the domain as a workbook. */
export const examsExports = [
  exporter(Assessor, assessorExport, { scope: assessorScope }),
  exporter(AssessorType, assessorTypeExport, { scope: assessorTypeScope }),
  exporter(AssessorAssignment, assignmentExport, { scope: assignmentScope }),
  exporter(TestApplication, testApplicationCalls.export, { scope: testApplicationScope }),
  exporter(Grade, gradeCalls.export, { scope: gradeScope }),
  exporter(Certificate, certificateCalls.export, { scope: certificateScope }),
]
