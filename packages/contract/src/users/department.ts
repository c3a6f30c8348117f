import { type Row, entity } from '../core/entity.ts'
import { code, codeList, int, ref, text } from '../core/field.ts'

export const deptCategory = codeList('DEPT_CATEGORY', '部门类型', 'Kind of department', {
  '1': ['局机关', 'Bureau section'],
  '2': ['培训机构', 'Institution'],
  '3': ['企业', 'Enterprise'],
  '4': ['镇(街道)', 'Town or sub-district'],
})

/** Bureau sections, institutions and enterprises as units that users belong to. */
export const Department = entity(
  'Department',
  '部门(单位)',
  'Department',
  {
    orgName: text(100, '部门名称', 'Name', 'required'),
    fullName: text(200, '全称', 'Full name'),
    parentId: ref('Department', '上级部门', 'Part of'),
    deptCategory: code(deptCategory, '部门类型', 'Kind', 'required'),
    creditCode: text(18, '统一社会信用代码', 'Credit code', 'submit', { format: 'creditCode' }),
    regionCode: text(12, '区划', 'Region', 'optional', { region: true }),
    sort: int('排序', 'Order', 'required'),
  },
  { filters: ['orgName', 'deptCategory'], sorts: ['sort', 'orgName'], order: ['sort'], idName: 'orgId', title: 'orgName' },
)
export interface DepartmentRow extends Row<typeof Department> {}
