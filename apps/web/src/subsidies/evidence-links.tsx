import type { EvidenceLink } from '@jipei/contract/subsidies/finding.ts'
import { Link } from 'react-router'
import { useLabel } from '../core/i18n/language.ts'
import { useTexts } from './texts.ts'

/** Where each kind of evidence can be looked at. */
const places: Readonly<Record<string, (id: string) => string>> = {
  TrainingClass: (id) => `/class/detail/${id}`,
  Lesson: (id) => `/class/detail/${id}?section=timetable`,
  Attendance: (id) => `/class/detail/${id}?section=attendance`,
  Student: (id) => `/class/student?view=${id}`,
  Certificate: (id) => `/cert/index?view=${id}`,
  Grade: (id) => `/test/grade?view=${id}`,
  Organisation: (id) => `/org/index?view=${id}`,
  Course: (id) => `/basics/course?view=${id}`,
  SubsidyStandard: (id) => `/basics/course?standard=${id}`,
  SubsidyApplication: (id) => `/subsidy/org/${id}`,
  ExtQuery: (id) => `/ext/index?view=${id}`,
}

/** The rows that prove a finding. */
export function EvidenceLinks({ links }: { links: readonly EvidenceLink[] | null | undefined }) {
  const t = useTexts()
  const label = useLabel()
  if (!links?.length) return null
  return (
    <p className="evidence">
      {t('review.evidence')}
      {links.map((link) => {
        const to = places[link.entity]?.(link.id)
        return to ? (
          <Link key={`${link.entity}-${link.id}`} to={to}>
            {label(link)}
          </Link>
        ) : (
          <span key={`${link.entity}-${link.id}`}>{label(link)}</span>
        )
      })}
    </p>
  )
}
