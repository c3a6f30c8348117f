import { mask } from '../core/mask.ts'

/** Long runs of digits: nothing else need be looked at closely, and most texts have none. */
const digits = /\d{11}|\d[ -]\d{4}[ -]\d/
/** Groups: an ID number of 18 places; a bank account or an ID number of 15; a mobile number, maybe with its country or in groups. */
const numbers = /(?<!\d)(?:(\d{17}[\dXx])|(\d{15,19})|((?:86)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}))(?!\d)/g
/** What follows such a word, also in JSON that stands in another text, where quotes have backslashes before them. */
const named = /((?:password|passwd|pwd|token|secret|captcha|authorization|cookie|(?:sms|verify|check|auth)_?code|密码|口令|验证码)\\*["']?\s*[:=：]\s*\\*["']?(?:bearer\s+|basic\s+)?)(?:[^\s"'&,;}\\]|\\(?!["']))+/gi
/** Signed tokens, wherever they stand. */
const signed = /[\w-]{10,}\.[\w-]{10,}\.[\w-]{20,}/g
const suspicious = /[\w-]{10}\.[\w-]{10}|[:=：]/

/** Read beyond the cut, so that a number is not taken for another because its end is missing. */
const beyond = 40

/**
 * A text as it may stand in a log: numbers of people masked, tokens and what follows the word password left out, no character that the
 * database refuses, cut to a length.
 */
export function logText(text: string, length: number): string {
  let kept = text.slice(0, length + beyond)
  if (kept.includes('\u0000')) kept = kept.replaceAll('\u0000', '')
  if (suspicious.test(kept)) kept = kept.replace(named, '$1***').replace(signed, '***')
  if (digits.test(kept)) kept = kept.replace(numbers, masked)
  return (text.length > length || kept.length > length ? `${kept.slice(0, length)}…` : kept).toWellFormed()
}

const masked = (number: string, idNumber?: string, account?: string): string => mask(idNumber ? 'idNumber' : account ? 'bankAccount' : 'phone', number) as string
