import { crudCalls } from '../core/call.ts'
import { type Row, entity } from '../core/entity.ts'
import { type CodeOf, code, codeList, ref, text } from '../core/field.ts'

export const dataScopeKind = codeList('DATA_SCOPE_TYPE', '数据权限类型', 'Kind of data scope', {
  '1': ['全部可见', 'All rows'],
  '2': ['本人可见', 'Own rows'],
  '3': ['所在部门可见', 'Rows of the department'],
  '4': ['所在部门及下级可见', 'Rows of the department and below'],
  '5': ['自定义', 'By a rule'],
})
export type DataScopeKind = CodeOf<typeof dataScopeKind>

/** Cuts the rows and fields of one entity for the roles it is granted to. It never shows more than the entity's own scope does. */
export const DataScope = entity(
  'DataScope',
  '数据权限',
  'Data scope',
  {
    menuId: ref('Menu', '菜单', 'Menu', 'required'),
    scopeName: text(50, '权限名称', 'Name', 'required'),
    resourceCode: text(100, '权限编号', 'Code', 'required'),
    scopeField: text(500, '可见字段', 'Visible fields'),
    scopeClass: text(200, '权限类名', 'Entity', 'required'),
    scopeColumn: text(100, '权限字段', 'Field'),
    scopeType: code(dataScopeKind, '权限类型', 'Kind', 'required'),
    scopeValue: text(500, '自定义规则', 'Rule'),
  },
  { filters: ['menuId', 'scopeName', 'scopeType'], sorts: ['menuId', 'scopeName'], order: ['menuId'], title: 'scopeName' },
)
export interface DataScopeRow extends Row<typeof DataScope> {}
export const dataScopeCalls = crudCalls(DataScope, '/api/blade-system/data-scope', 'data_scope')
