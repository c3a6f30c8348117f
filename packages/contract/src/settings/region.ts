import { call } from '../core/call.ts'
import { validity } from '../core/codes.ts'
import { type Row, entity } from '../core/entity.ts'
import { code, codeList, int, text } from '../core/field.ts'
import { list, pageOf, queryOf, record, rowOf } from '../core/shape.ts'

export const regionLevel = codeList('REGION_LEVEL', '区划级别', 'Region level', { '0': ['国家', 'Country'], '1': ['省', 'Province'], '2': ['市', 'City'], '3': ['县', 'County'], '4': ['乡镇', 'Town'], '5': ['村', 'Village'] })

/** Administrative divisions (GB/T 2260), towns and villages below them. Abolished codes stay, for old rows. */
export const Region = entity(
  'Region',
  '行政区划',
  'Region',
  {
    code: text(12, '区划编号', 'Code', 'required', { format: 'digits' }),
    parentCode: text(12, '上级区划', 'Parent', 'required', { format: 'digits' }),
    name: text(50, '区划名称', 'Name', 'required'),
    fullName: text(200, '全称', 'Full name', 'computed'),
    regionLevel: code(regionLevel, '区划级别', 'Level', 'required'),
    sort: int('排序', 'Order'),
    isValid: code(validity, '是否有效', 'Validity', 'required'),
  },
  { title: 'name', filters: ['code', 'parentCode', 'name', 'regionLevel', 'isValid'], sorts: ['code'], order: ['code'] },
)
export interface RegionRow extends Row<typeof Region> {}

/** A region as a picker shows it. `value` is its code. */
const node = record({
  value: text(12, '区划编号', 'Code', 'required'),
  title: text(50, '区划名称', 'Name', 'required'),
  fullName: text(200, '全称', 'Full name'),
  regionLevel: code(regionLevel, '区划级别', 'Level', 'required'),
  hasChildren: code(codeList('HAS_CHILDREN', '有下级', 'Has children', { '1': ['是', 'Yes'], '0': ['否', 'No'] }), '有下级', 'Has children', 'required'),
})
export type RegionNode = NonNullable<(typeof node)['$value']>

const path = '/api/blade-system/region'
const below = record({ parentCode: text(12, '上级区划', 'Parent', 'optional', { format: 'digits' }) })
const byCode = record({ code: text(12, '区划编号', 'Code', 'required', { format: 'digits' }) })

/** Reading only; open to everybody, since the sign-up of a student without account picks a region too. */
export const regionCalls = {
  list: call({ name: 'Region.list', method: 'GET', path: `${path}/list`, zh: '行政区划列表', en: 'Region: list', access: 'region_view', input: queryOf(Region), output: pageOf(rowOf(Region)) }),
  detail: call({ name: 'Region.detail', method: 'GET', path: `${path}/detail`, zh: '行政区划详情', en: 'Region: detail', access: 'public', input: byCode, output: rowOf(Region) }),
  /** The children of a region, of the country where no parent is named. */
  lazyTree: call({ name: 'Region.lazyTree', method: 'GET', path: `${path}/lazy-tree`, zh: '行政区划下级', en: 'Region: children', access: 'public', input: below, output: list(node) }),
  lazyList: call({ name: 'Region.lazyList', method: 'GET', path: `${path}/lazy-list`, zh: '行政区划下级列表', en: 'Region: list of children', access: 'region_view', input: below, output: list(rowOf(Region)) }),
  /** Search by part of the name or the beginning of the code, counties first; at most 50. */
  select: call({ name: 'Region.select', method: 'GET', path: `${path}/select`, zh: '行政区划查找', en: 'Region: search', access: 'public', input: record({ code: text(12, '区划编号', 'Code', 'optional', { format: 'digits' }), name: text(50, '区划名称', 'Name') }), output: list(node, 50) }),
}
