import { randomInt } from 'node:crypto'
import type { Tx } from '../core/db.ts'
import { Refusal } from '../core/refusal.ts'
import { nextNumber, parameter } from '../settings/settings.queries.ts'

export interface Numbering {
  certKind: string
  level: string | null
  issueDate: string
  /** 13 characters of the evaluation body that may issue level certificates. */
  evalOrgCode: string | null
  orgNo: string | null
}

/** Kinds the platform numbers itself; the others are entered as printed. */
const patterns: Readonly<Record<string, RegExp>> = {
  '1': /^[SY]\d{4}\d{2}\d{6}\d{2}[1-5]\d{6}$/,
  '2': /^\d{6}[0-4]\d{3}[1-5]\d{5}$/,
  '4': /^PX\d{6}20\d{2}\d{4}\d{6}$/,
  '5': /^CY\d{6}20\d{2}\d{4}\d{6}$/,
  '6': /^T\d{17}[\dX]$/,
}
/** Whether a number has the form of its kind. */
export const isCertificateNumber = (certKind: string, certNo: string): boolean => patterns[certKind]?.test(certNo) ?? /^[A-Za-z0-9]{1,22}$/.test(certNo)

/**
 * The next certificate number; its sequence belongs to the body or county, the year and the level or kind, so that two issues at once
 * never meet. @throws EVAL_ORG_REQUIRED, SERIAL_EXHAUSTED
 */
export async function certificateNumber(tx: Tx, { certKind, level, issueDate, evalOrgCode, orgNo }: Numbering): Promise<string> {
  const year = issueDate.slice(0, 4)
  if (certKind === '1' || certKind === '2' || certKind === '3') {
    if (!evalOrgCode) throw new Refusal('EVAL_ORG_REQUIRED')
    const sequence = await nextNumber(tx, 'CERT_SEQ', { scope: `${evalOrgCode}-${level}`, year })
    return `${evalOrgCode}${year.slice(2)}${level}${sequence}`
  }
  const county = await parameter(tx, 'cert.region')
  const prefix = certKind === '5' ? 'CY' : 'PX'
  const sequence = await nextNumber(tx, 'CERT_SEQ', { scope: `${prefix}${county}`, year })
  return `${prefix}${county}${year}${orgNo?.slice(1) ?? '0000'}${sequence}`
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Eight characters that cannot be mistaken for one another. */
export const verifyCode = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
