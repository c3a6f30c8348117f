import { type LoginIdentity, sharedUser } from '@jipei/contract/auth/auth.ts'
import type { Services } from '../core/services.ts'

/** Whom a sign-in names: the kinds of account it may be, and the name as it was typed. */
export interface NamedAccount {
  loginTypes: readonly string[]
  name: string
}

/** Why a user string names nobody: `unreadable` it is no identity, `anonymous` a shared user without the person behind it, `unsupported` a way in that is not offered. */
export type IdentityFault = 'unreadable' | 'anonymous' | 'unsupported'

/**
 * Reads the structured user string; a text that is no JSON object is the account of a business login.
 * Bureau staff, assessors and enterprises have accounts of their own; institutions and students come through a shared user.
 */
export function readIdentity(username: string): NamedAccount | IdentityFault {
  if (!username.startsWith('{')) return business(username.trim())
  let identity: Partial<Record<keyof LoginIdentity, unknown>>
  try {
    identity = JSON.parse(username)
  } catch {
    return 'unreadable'
  }
  const { loginType, userId, extUserId = '', loginMethod = '1' } = identity
  if (typeof loginType !== 'string' || typeof userId !== 'string' || typeof extUserId !== 'string' || typeof loginMethod !== 'string') return 'unreadable'
  if (loginMethod !== '1') return /^[23]$/.test(loginMethod) ? 'unsupported' : 'unreadable'
  switch (loginType) {
    case '0':
      return business(userId.trim())
    case '3':
      return business(userId.trim(), ['3'])
    case '1':
      return shared(sharedUser.institution, userId, extUserId, '1')
    case '2':
      return shared(sharedUser.student, userId, extUserId, '2')
    case '4':
    case '5':
      return 'unsupported'
    default:
      return 'unreadable'
  }
}

function business(name: string, loginTypes = ['0', '3']): NamedAccount | IdentityFault {
  if (Object.values(sharedUser).some((user) => user === name.toUpperCase())) return 'anonymous'
  return isName(name) ? { loginTypes, name } : 'unreadable'
}

function shared(expected: string, userId: string, extUserId: string, loginType: string): NamedAccount | IdentityFault {
  if (userId !== expected) return 'unreadable'
  const name = extUserId.trim()
  if (name === '') return 'anonymous'
  return isName(name) ? { loginTypes: [loginType], name } : 'unreadable'
}

const isName = (name: string) => name !== '' && name.length <= 60 && !/[\u0000-\u001f]/.test(name) && name.isWellFormed()

export interface LoginUser {
  id: string
  account: string
  status: string
  passwordHash: string | null
}

/** The account a sign-in names. A student may give his ID number, of which the database knows the keyed hash only. */
export async function findLoginUser(app: Services, { loginTypes, name }: NamedAccount): Promise<LoginUser | undefined> {
  const { rows } = await app.pool.query<LoginUser>({
    name: 'login-user',
    text: `select id, account, status, password_hash as "passwordHash" from app_user
      where is_deleted = 0 and login_type = any($1) and (lower(account) = lower($2) or (login_type = '2' and id_number_hash = $3)) limit 1`,
    values: [loginTypes, name, app.cipher.hash(name)],
  })
  return rows[0]
}
