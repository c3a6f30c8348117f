import { checkFormat, normaliseFormat } from '@jipei/contract/core/formats.ts'
import type { Field, Fields } from '@jipei/contract/core/field.ts'
import type { Shape } from '@jipei/contract/core/shape.ts'
import { z } from 'zod'
import { parseListQuery } from './list-query.ts'
import { type Failure, InvalidFields } from './refusal.ts'

/**
 * Input validation: zod made from the contract's plain fields. Messages are made here in both languages and travel through zod as one
 * text with a separator, since zod knows one language at a time.
 */
const separator = '\u0000'
const say = (field: Pick<Field, 'zh' | 'en'>, zh: string, en: string) => `${field.zh}：${zh}${separator}${field.en}: ${en}`

type Input = (raw: unknown) => unknown
const parsers = new WeakMap<Shape, Input>()

/** Parses the raw input of a call. @throws FIELD_INVALID naming every wrong field */
export function parseInput<V>(shape: Shape<V>, raw: unknown): V {
  let parser = parsers.get(shape)
  if (!parser) parsers.set(shape, (parser = makeParser(shape)))
  return parser(raw) as V
}

function makeParser(shape: Shape): Input {
  if (shape.shape === 'none' || shape.shape === 'any') return (raw) => raw
  if (shape.shape === 'query') return (raw) => parseListQuery(shape.entity, shape.extra, raw as Record<string, unknown>, parseField)
  const schema = schemaOf(shape)
  return (raw) => {
    const result = schema.safeParse(raw ?? {})
    if (result.success) return result.data
    throw new InvalidFields(result.error.issues.map(failureOfIssue))
  }
}

function failureOfIssue(issue: z.core.$ZodIssue): Failure {
  const field = issue.path.map(String).join('.')
  const [zh = '', en = ''] = issue.message.includes(separator) ? issue.message.split(separator) : [`${field}：格式不正确`, `${field}: wrong format`]
  return { errorCode: 'FIELD_INVALID', id: null, field, msg: zh, msgEn: en }
}

/** zod of any input shape. */
export function schemaOf(shape: Shape): z.ZodType {
  switch (shape.shape) {
    case 'field':
      return fieldSchema(shape.field)
    case 'record':
      return wrap(shape, z.object(Object.fromEntries(Object.entries(shape.fields).map(([key, part]) => [key, 'kind' in part ? presence(part) : schemaOf(part)]))))
    case 'list':
      return wrap(shape, z.array(schemaOf(shape.of)).max(shape.max))
    case 'save':
      return wrap(shape, saveSchema(shape.entity.fields, shape.entity.idName, shape.partial))
    case 'any':
      return z.any()
    default:
      throw new Error(`a ${shape.shape} is no input`)
  }
}
const wrap = (shape: { optional?: boolean }, schema: z.ZodType) => (shape.optional ? schema.nullish().transform((value) => value ?? undefined) : schema)

/**
 * A row as a client may send it. Computed fields and unknown keys are dropped. With an id, required fields may be absent (unchanged) but
 * never cleared; without one they must be there, unless the shape is a draft.
 */
function saveSchema(fields: Fields, idName: string | null, partial: boolean): z.ZodType {
  const inserted = partsOf(fields, !partial)
  const updated = partsOf(fields, false)
  return z.any().transform((raw, context) => {
    const row = isObject(raw) ? { ...raw, id: raw['id'] ?? (idName ? raw[idName] : undefined) } : raw
    const result = (isObject(row) && row.id ? updated : inserted).safeParse(row)
    if (result.success) return result.data
    for (const { path, message } of result.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })
}

function partsOf(fields: Fields, complete: boolean) {
  const parts: Record<string, z.ZodType> = { id: idSchema, version: z.coerce.number().int().min(0).nullish() }
  for (const [name, field] of Object.entries(fields)) {
    if (field.need === 'computed' || name === 'version') continue
    const filled = fieldSchema(field).nullable().refine((value) => value !== null || field.need !== 'required', say(field, '不能为空', 'required'))
    parts[name] = field.need === 'required' && complete ? z.preprocess((raw) => (raw === '' ? null : (raw ?? null)), filled) : emptyAsNull(filled).optional()
  }
  return z.object(parts)
}
const isObject = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null
const idSchema = z.preprocess((raw) => (raw === '' || raw === null ? undefined : raw), z.string().regex(/^\d{1,19}$/, say({ zh: '主键', en: 'Id' }, '格式不正确', 'wrong format')).optional())

/** A field of a record: required ones must be there, others may be absent or empty. */
function presence(field: Field): z.ZodType {
  const schema = fieldSchema(field)
  return field.need === 'required' ? schema : emptyAsNull(schema.nullable()).optional().transform((value) => value ?? null)
}
const emptyAsNull = (schema: z.ZodType) => z.preprocess((raw) => (raw === '' ? null : raw), schema)

/** Checks one value of a filter or a form field. @throws FIELD_INVALID */
export function parseField(field: Field, name: string, raw: unknown): unknown {
  const result = fieldSchema(field).safeParse(raw)
  if (result.success) return result.data
  throw new InvalidFields([{ ...failureOfIssue(result.error.issues[0] as z.core.$ZodIssue), field: name }])
}

const schemas = new WeakMap<Field, z.ZodType>()
export function fieldSchema(field: Field): z.ZodType {
  let schema = schemas.get(field)
  if (!schema) schemas.set(field, (schema = makeFieldSchema(field)))
  return schema
}

function makeFieldSchema(field: Field): z.ZodType {
  const wrong = say(field, '格式不正确', 'wrong format')
  const wordy = (max: number) => say(field, `不能超过${max}个字符`, `at most ${max} characters`)
  switch (field.kind) {
    case 'id':
    case 'ref':
      return z.string(wrong).trim().regex(/^\d{1,19}$/, wrong)
    case 'text':
    case 'long':
      return textSchema(field, wrong, wordy(field.length ?? 200))
    case 'int':
      return z.preprocess(numeric, z.number(wrong).int(wrong).min(field.min ?? -2147483648, bounds(field)).max(field.max ?? 2147483647, bounds(field)))
    case 'decimal':
      return decimalSchema(field)
    case 'date':
      return z.string(wrong).trim().refine(isDate, say(field, '日期不存在', 'no such date'))
    case 'datetime':
      return z.string(wrong).trim().refine((value) => /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(value) && isDate(value.slice(0, 10)) && isTime(value.slice(11) || '00:00'), wrong)
    case 'time':
      return z.string(wrong).trim().refine(isTime, wrong)
    case 'code':
      return z.preprocess(String, z.enum(Object.keys(field.codes?.codes ?? {}) as [string, ...string[]], say(field, '不在可选范围内', 'not one of the choices')))
    case 'codes':
      return z.array(z.enum(Object.keys(field.codes?.codes ?? {}) as [string, ...string[]], wrong), wrong).max(200)
    case 'texts':
      return z.array(textSchema(field, wrong, wordy(field.length ?? 200)), wrong).max(200)
    case 'refs':
      return z.array(z.string(wrong).regex(/^\d{1,19}$/, wrong), wrong).max(500)
    case 'files':
      return z
        .array(z.union([z.string().regex(/^\d{1,19}$/), z.object({ attId: z.string().regex(/^\d{1,19}$/) })], wrong), wrong)
        .max(20, say(field, '文件数量超出限制', 'too many files'))
        .transform((items) => items.map((item) => (typeof item === 'string' ? item : item.attId)))
    case 'data':
      return z.any()
  }
}

const numeric = (raw: unknown) => (typeof raw === 'string' && /^\s*-?\d{1,15}\s*$/.test(raw) ? Number(raw) : raw)
const bounds = (field: Field) => say(field, `须在${field.min ?? '−∞'}–${field.max ?? '∞'}之间`, `must be between ${field.min ?? '−∞'} and ${field.max ?? '∞'}`)

function textSchema(field: Field, wrong: string, wordy: string): z.ZodType {
  const plain = z
    .string(wrong)
    .refine((value) => !/[\u0000\uFFFD]/.test(value) && value.isWellFormed(), say(field, '含无法保存的字符', 'has characters that cannot be stored'))
    .transform((value) => (field.format ? normaliseFormat(field.format, value) : value.trim()))
    .refine((value) => value !== '', say(field, '不能为空', 'required'))
    .refine((value) => [...value].length <= (field.length ?? 200), wordy)
  const format = field.format
  if (!format) return plain
  return plain.superRefine((value, issues) => {
    const fault = checkFormat(format, value)
    if (fault) issues.addIssue({ code: 'custom', message: `${fault.zh}${separator}${fault.en}` })
  })
}

/** Decimal as text; digits beyond the scale are refused, never rounded (rules.md §19.17). */
function decimalSchema(field: Field): z.ZodType {
  const scale = field.scale ?? 2
  const pattern = new RegExp(`^-?\\d{1,${(field.precision ?? 12) - scale}}(\\.\\d{1,${scale}})?$`)
  return z
    .preprocess((raw) => (typeof raw === 'number' ? String(raw) : raw), z.string(say(field, '须为数字', 'must be a number')).trim().regex(pattern, say(field, `须为数字，最多${scale}位小数`, `must be a number with at most ${scale} decimals`)))
    .refine((value) => (field.min === undefined || Number(value) >= field.min) && (field.max === undefined || Number(value) <= field.max), bounds(field))
}

export function isDate(value: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === value
}
const isTime = (value: string) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value)
