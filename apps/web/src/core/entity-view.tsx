import type { Entity } from '@jipei/contract/core/entity.ts'
import { Descriptions } from 'antd'
import { FieldValue } from './field-value.tsx'
import { defaultViewFields, fieldOf, isWide, sectionsOf, valueIn } from './fields.ts'
import type { FormSection } from './fields.ts'
import { useLabel } from './i18n/language.ts'
import './entity-view.css'

interface Props {
  entity: Entity
  row: object
  /** Field names, or sections of them; left out: every field that means something to people. */
  fields?: readonly string[] | readonly FormSection[]
}

/** The fields of a row with their labels. */
export function EntityView({ entity, row, fields = defaultViewFields(entity) }: Props) {
  const label = useLabel()
  const values = row as Record<string, unknown>
  return sectionsOf(fields).map((section, i) => (
    <Descriptions
      key={i}
      className="entity-view"
      title={section.title && label(section.title)}
      bordered
      size="small"
      column={{ xs: 1, sm: 1, md: 2 }}
      items={section.fields.map((name) => {
        const field = fieldOf(entity, name)
        return { key: name, label: label(field), span: isWide(field) ? 'filled' : 1, children: <FieldValue field={field} value={valueIn(entity, values, name)} unit /> }
      })}
    />
  ))
}
