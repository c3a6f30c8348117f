import { CourseSubsidyFile, type CourseSubsidyFileRow, courseSubsidyFileCalls } from '@jipei/contract/teaching/course-subsidy-file.ts'
import { Course, courseCalls } from '@jipei/contract/teaching/course.ts'
import { SubsidyStandard, type SubsidyStandardRow, subsidyStandardCalls } from '@jipei/contract/teaching/subsidy-standard.ts'
import { CrudPage } from '../core/crud-page.tsx'
import { chinaToday } from '../core/dates.ts'
import { useLabel } from '../core/i18n/language.ts'
import { useCan } from '../core/session.ts'
import { Period } from './course-standards.tsx'

/** Documents that set standards; a document shows the standards that rest on it. */
export default function CourseSubsidyFilePage() {
  return (
    <CrudPage
      entity={CourseSubsidyFile}
      calls={courseSubsidyFileCalls}
      resource="course_subsidy_file"
      columns={['fileTitle', 'fileNo', 'courseName', 'issueOrg', 'issueDate', 'effectDate', 'expireDate']}
      search={['fileTitle', 'fileNo', 'courseName', 'issueDate']}
      card={['fileTitle', 'fileNo', 'effectDate']}
      form={['courseId', 'fileNo', 'fileTitle', 'issueOrg', 'issueDate', 'effectDate', 'expireDate', 'attachmentList']}
      refs={{ courseId: { entity: Course, list: courseCalls.list, detail: courseCalls.detail, params: { isValid: 'isValid' }, note: 'trainKind' } }}
      inputOf={(courseSubsidyFileDTO) => ({ courseSubsidyFileDTO })}
      below={(file: CourseSubsidyFileRow) => <Standards file={file} />}
    />
  )
}

function Standards({ file }: { file: CourseSubsidyFileRow }) {
  const label = useLabel()
  if (!useCan('subsidy_view')) return null
  const subsidyFileId = String(file.id)
  return (
    <section>
      <h2 className="section-title">{label(SubsidyStandard)}</h2>
      <CrudPage
        embedded
        entity={SubsidyStandard}
        calls={subsidyStandardCalls}
        resource="subsidy"
        search={[]}
        fixed={{ subsidyFileId }}
        columns={['subsidyKind', 'payTarget', 'standardAmount', 'shortageRate', 'effectDate', 'expireDate', { field: 'period', title: ['状态', 'State'], width: 96, render: (row: SubsidyStandardRow) => <Period row={row} /> }]}
        card={['subsidyKind', 'standardAmount', 'effectDate']}
        form={['subsidyKind', 'payTarget', 'standardAmount', 'shortageRate', 'effectDate', 'expireDate', 'isValid']}
        initial={{ isValid: 'isValid', effectDate: file.effectDate > chinaToday() ? file.effectDate : chinaToday() }}
        inputOf={(input) => ({ courseId: file.courseId, subsidyFileId, ...input })}
      />
    </section>
  )
}
