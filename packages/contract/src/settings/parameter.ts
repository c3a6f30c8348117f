import { type Row, entity } from '../core/entity.ts'
import { text } from '../core/field.ts'

/** A parameter in force; what the built-in keys mean stands in parameters.ts. */
export const Parameter = entity(
  'Parameter',
  '参数',
  'Parameter',
  {
    paramName: text(100, '参数名称', 'Name', 'required'),
    paramKey: text(100, '参数键名', 'Key', 'required'),
    paramValue: text(500, '参数键值', 'Value', 'required'),
  },
  { title: 'paramName', filters: ['paramName', 'paramKey'], sorts: ['paramKey'], order: ['paramKey'] },
)
export interface ParameterRow extends Row<typeof Parameter> {}
