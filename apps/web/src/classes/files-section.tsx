import { TrainingClass } from '@jipei/contract/classes/training-class.ts'
import { FieldValue } from '../core/field-value.tsx'
import { useLabel } from '../core/i18n/language.ts'
import type { SectionProps } from '../core/page-sections.ts'
import { Empty } from '../core/states.tsx'
import { useTexts } from './texts.ts'

/** The files of the class itself; proofs and claims keep theirs. */
export default function FilesSection({ row }: SectionProps) {
  const t = useTexts()
  const label = useLabel()
  const field = TrainingClass.fields.teachPlanAttId
  if (!row['teachPlanAttId']) return <Empty text={t('files.none')} />
  return (
    <section>
      <h2 className="section-title">{label(field)}</h2>
      <FieldValue field={field} value={row['teachPlanAttId']} />
    </section>
  )
}
