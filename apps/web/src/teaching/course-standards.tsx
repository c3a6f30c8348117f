import { CourseSubsidyFile, courseSubsidyFileCalls } from '@jipei/contract/teaching/course-subsidy-file.ts'
import { type CourseRow, courseCalls } from '@jipei/contract/teaching/course.ts'
import { SubsidyStandard, type SubsidyStandardRow, subsidyStandardCalls } from '@jipei/contract/teaching/subsidy-standard.ts'
import { Alert } from 'antd'
import { CrudPage } from '../core/crud-page.tsx'
import { chinaToday } from '../core/dates.ts'
import { useLabel } from '../core/i18n/language.ts'
import { useCan } from '../core/session.ts'
import { StatusTag } from '../core/status-tag.tsx'
import { useCall } from '../core/use-call.ts'
import { standardPeriod } from './standard-period.ts'

const standardForm = ['subsidyFileId', 'subsidyKind', 'payTarget', 'standardAmount', 'shortageRate', 'effectDate', 'expireDate', 'isValid'] as const

/** What is paid for a course, since when and on which document; and what speaks against the entry. */
export function CourseStandards({ course }: { course: CourseRow }) {
  const label = useLabel()
  const courseId = String(course.id)
  const maySeeStandards = useCan('subsidy_view')
  const maySeeFiles = useCan('course_subsidy_file_view')
  return (
    <>
      <Findings course={course} />
      {maySeeStandards && (
        <section>
          <h2 className="section-title">{label(SubsidyStandard)}</h2>
          <CrudPage
            embedded
            entity={SubsidyStandard}
            calls={subsidyStandardCalls}
            resource="subsidy"
            search={[]}
            fixed={{ courseId }}
            columns={['subsidyKind', 'payTarget', 'standardAmount', 'effectDate', 'expireDate', { field: 'period', title: ['状态', 'State'], width: 96, render: (row: SubsidyStandardRow) => <Period row={row} /> }, 'shortageRate', 'fileNo']}
            card={['subsidyKind', 'standardAmount', 'effectDate']}
            form={standardForm}
            refs={{ subsidyFileId: { entity: CourseSubsidyFile, list: courseSubsidyFileCalls.list, detail: courseSubsidyFileCalls.detail, params: { courseId }, note: 'fileNo' } }}
            initial={{ isValid: 'isValid', effectDate: chinaToday() }}
            inputOf={(input) => ({ courseId, ...input })}
          />
        </section>
      )}
      {maySeeFiles && (
        <section>
          <h2 className="section-title">{label(CourseSubsidyFile)}</h2>
          <CrudPage
            embedded
            entity={CourseSubsidyFile}
            calls={courseSubsidyFileCalls}
            resource="course_subsidy_file"
            search={[]}
            fixed={{ courseId }}
            columns={['fileTitle', 'fileNo', 'issueOrg', 'issueDate', 'effectDate', 'expireDate']}
            card={['fileTitle', 'fileNo', 'effectDate']}
            form={['fileNo', 'fileTitle', 'issueOrg', 'issueDate', 'effectDate', 'expireDate', 'attachmentList']}
            inputOf={(input) => ({ courseSubsidyFileDTO: { courseId, ...input } })}
          />
        </section>
      )}
    </>
  )
}

export function Period({ row }: { row: SubsidyStandardRow }) {
  const { codes, value } = standardPeriod(row, chinaToday())
  return <StatusTag codes={codes} value={value} />
}

function Findings({ course }: { course: CourseRow }) {
  const label = useLabel()
  const may = useCan('train_course_edit')
  const found = useCall(courseCalls.checkData, course, { enabled: may, staleTime: 0 })
  const findings = found.data ?? []
  if (findings.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="form-note"
      title={label(['目录数据检查', 'Check of the entry'])}
      description={
        <ul>
          {findings.map(({ rule, msg, msgEn }) => (
            <li key={rule}>{label({ zh: msg, en: msgEn })}</li>
          ))}
        </ul>
      }
    />
  )
}
