import { faultOf } from '@jipei/contract/core/check-field.ts'
import { type Fault, fault } from '@jipei/contract/core/fault.ts'
import { type CodeList, type Field, orderedCodes } from '@jipei/contract/core/field.ts'
import { idNumberSum } from '@jipei/contract/core/id-number.ts'
import { cellText, looksLikeFormula, normalised } from './cell-text.ts'
import type { SheetValue } from './workbook.ts'

export interface ReadValue {
  value: unknown
  /** What the cell says, for the report. */
  text: string
  fault: Fault | null
  suggestion?: string
}

/**
 * Reads a cell into a field: codes by code or by either label, dates as people write them.
 * @param needed whether the field must be there
 */
export function readValue(field: Field, raw: SheetValue, needed: boolean): ReadValue {
  const { text, lostDigits } = cellText(raw)
  const clean = normalised(field, text)
  if (clean === '') return { value: null, text, fault: needed ? faultOf({ ...field, need: 'required' }, null) : null }
  if (isText(field)) {
    if (lostDigits) return { value: null, text, fault: fault('LOST_DIGITS', `${field.zh}以数字格式保存，末尾数字已丢失；请将该列设为文本格式后重新填写`, `${field.en} was kept as a number and lost its last digits; format the column as text and enter it again`) }
    if (looksLikeFormula(clean)) return { value: null, text, fault: fault('FORMULA', `${field.zh}不能以公式符号（= + - @）开头`, `${field.en} must not begin like a formula (= + - @)`) }
  }
  const { value, suggestion } = valueOf(field, clean)
  const found = faultOf({ ...field, need: 'optional' }, value)
  return { value, text, fault: found, ...(found ? { suggestion: suggestion ?? suggestionFor(field, clean) } : {}) }
}

const isText = (field: Field) => field.kind === 'text' || field.kind === 'long' || field.kind === 'texts'

function valueOf(field: Field, text: string): { value: unknown; suggestion?: string } {
  switch (field.kind) {
    case 'int':
      return { value: /^-?\d{1,15}(\.0+)?$/.test(text) ? Number(text) : text }
    case 'code':
      return codeOf(field.codes as CodeList, text)
    case 'codes':
      return { value: parts(text).map((part) => codeOf(field.codes as CodeList, part).value) }
    case 'texts':
      return { value: parts(text) }
    case 'datetime':
      return { value: text.length === 10 ? `${text} 00:00:00` : text.length === 16 ? `${text}:00` : text }
    case 'time':
      return { value: text.slice(0, 5) }
    default:
      return { value: text }
  }
}

const parts = (text: string) => text.split(/[、,，;；\n]/).map((part) => part.trim()).filter(Boolean)

/** Codes are found by themselves or by a label, without regard to case, blanks and brackets; otherwise the label that comes closest is suggested. */
function codeOf(list: CodeList, text: string): { value: unknown; suggestion?: string } {
  const wanted = plain(text)
  let close: string | undefined
  for (const [code, [zh, en]] of orderedCodes(list)) {
    if ([code, zh, en].some((word) => plain(word) === wanted)) return { value: code }
    if (/^\d+$/.test(code) && /^\d+$/.test(wanted) && Number(code) === Number(wanted)) return { value: code }
    // «高级工» is one of the words of «三级/高级工».
    if (zh.split('/').some((word) => plain(word) === wanted)) return { value: code }
    if (!close && wanted.length >= 2 && (plain(zh).includes(wanted) || wanted.includes(plain(zh)))) close = zh
  }
  return { value: text, ...(close ? { suggestion: close } : {}) }
}
const plain = (text: string) => text.normalize('NFKC').replace(/[\s()（）·]/g, '').toLowerCase()

/** A value that would be accepted, where the mistake is a common one: a wrong or missing check digit. */
function suggestionFor(field: Field, text: string): string | undefined {
  if (field.format !== 'idNumber' || !/^\d{17}[\dXx]?$/.test(text)) return undefined
  const corrected = text.slice(0, 17) + '10X98765432'[idNumberSum(text) % 11]
  return faultOf({ ...field, need: 'optional' }, corrected) === null ? corrected : undefined
}
