import { type Row, entity } from '../core/entity.ts'
import { int, ref, text } from '../core/field.ts'

export const Role = entity(
  'Role',
  '角色',
  'Role',
  {
    roleNo: text(20, '角色编号', 'Number', 'computed'),
    roleName: text(50, '角色名称', 'Name', 'required'),
    roleNameEn: text(100, '英文名称', 'English name'),
    roleAlias: text(50, '角色别名', 'Alias', 'required'),
    parentId: ref('Role', '上级角色', 'Part of'),
    sort: int('排序', 'Order', 'required'),
  },
  { filters: ['roleName', 'roleAlias'], sorts: ['sort', 'roleName'], order: ['sort'], idName: 'roleId', title: 'roleName' },
)
export interface RoleRow extends Row<typeof Role> {}
