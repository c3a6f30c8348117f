import { call } from '../core/call.ts'
import { yesNo } from '../core/codes.ts'
import { type Row, entity } from '../core/entity.ts'
import { code, int, ref, text } from '../core/field.ts'
import { list, record, rowOf } from '../core/shape.ts'

/** `dictKey` of the row that heads a list; the entries of the list have it as parent. */
export const headKey = '-1'

const fields = (self: string) => ({
  code: text(50, '字典编号', 'List', 'required'),
  dictKey: text(50, '字典键值', 'Key', 'required'),
  dictValue: text(100, '字典名称', 'Name', 'required'),
  dictValueEn: text(100, '英文名称', 'English name'),
  parentId: ref(self, '上级字典', 'Parent'),
  sort: int('排序', 'Order', 'required'),
  /** Sealed values stay displayable, but can no longer be chosen. */
  isSealed: code(yesNo, '是否封存', 'Sealed', 'required'),
})
const options = { title: 'dictValue', filters: ['code', 'dictValue', 'isSealed', 'parentId'], sorts: ['sort'], order: ['sort'] } as const

/** Lists of the system itself. */
export const Dictionary = entity('Dictionary', '系统字典', 'Dictionary', fields('Dictionary'), options)
export interface DictionaryRow extends Row<typeof Dictionary> {}

/** The code lists of the business, seeded from the contract; the bureau may seal values and add lists of its own. */
export const BusinessDictionary = entity('BusinessDictionary', '业务字典', 'Business dictionary', fields('BusinessDictionary'), options)
export interface BusinessDictionaryRow extends Row<typeof BusinessDictionary> {}

const byCode = record({ code: text(50, '字典编号', 'List', 'required') })

/** Entries of one list in order, sealed ones included (they are marked): reading only. */
export const dictionaryCalls = {
  system: call({ name: 'Dictionary.dictionary', method: 'GET', path: '/api/blade-system/dict/dictionary', zh: '读取系统字典', en: 'Dictionary: entries', access: 'signedIn', input: byCode, output: list(rowOf(Dictionary)) }),
  business: call({ name: 'BusinessDictionary.dictionary', method: 'GET', path: '/api/blade-system/dict-biz/dictionary', zh: '读取业务字典', en: 'Business dictionary: entries', access: 'signedIn', input: byCode, output: list(rowOf(BusinessDictionary)) }),
}
