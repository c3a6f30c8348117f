import { tenantId as installation } from '@jipei/contract/auth/auth.ts'
import { createSigner, createVerifier } from 'fast-jwt'
import type { Services } from '../core/services.ts'

/** What a token says: which session and whose; a refresh token also which generation it is. Besides it names the tenant, and nothing else. */
export interface TokenClaims {
  sessionId: string
  userId: string
  generation: number
}

export interface Tokens {
  access(claims: Omit<TokenClaims, 'generation'>, seconds: number): string
  refresh(claims: TokenClaims, seconds: number): string
  /** null when the token is forged, expired, or of the other kind. */
  readAccess(token: string): TokenClaims | null
  readRefresh(token: string): TokenClaims | null
}

const issuer = 'jipei'
type Kind = 'access_token' | 'refresh_token'
interface Claims {
  token_type: string
  sid: string
  sub: string
  /** The tenant; left out for the installation's own. */
  tid?: string
  gen?: number
  /** Seconds since 1970. */
  exp: number
}

/** Tokens whose signature is known to hold: checking it again at every call is a tenth of a list's cost. */
const mostHeld = 2000

/**
 * Signed tokens (HS256). They are opaque to clients; whether the session still lives is asked of the database at each use. A token of
 * one tenant is none to another.
 */
export function createTokens({ keys: { tokenKey: key }, tenantId }: Pick<Services, 'keys' | 'tenantId'>): Tokens {
  const sign = createSigner({ key, algorithm: 'HS256' })
  const verified = verifierOf(key)
  const own = tenantId === installation ? {} : { tid: tenantId }
  const make = (kind: Kind, { sessionId, userId }: Omit<TokenClaims, 'generation'>, seconds: number, more: object = {}) =>
    sign({ iss: issuer, token_type: kind, sid: sessionId, sub: userId, ...own, exp: Math.floor(Date.now() / 1000) + seconds, ...more })
  const read = (kind: Kind, token: string): TokenClaims | null => {
    try {
      const claims = verified(token)
      return claims.token_type === kind && tenantOf(claims) === tenantId ? { sessionId: claims.sid, userId: claims.sub, generation: claims.gen ?? 0 } : null
    } catch {
      return null
    }
  }
  return {
    access: (claims, seconds) => make('access_token', claims, seconds),
    refresh: (claims, seconds) => make('refresh_token', claims, seconds, { gen: claims.generation }),
    readAccess: (token) => read('access_token', token),
    readRefresh: (token) => read('refresh_token', token),
  }
}

/** Makes the function that names the tenant of a genuine token, of either kind; null for any other. It says nothing about the session. */
export function createTenantReader({ keys: { tokenKey } }: Pick<Services, 'keys'>): (token: string) => string | null {
  const verified = verifierOf(tokenKey)
  return (token) => {
    try {
      return tenantOf(verified(token))
    } catch {
      return null
    }
  }
}

const tenantOf = ({ tid }: Claims): string => tid ?? installation

/** @returns what gives the claims of a token, and throws when it is forged or has run out */
function verifierOf(key: Buffer): (token: string) => Claims {
  const verify = createVerifier({ key, algorithms: ['HS256'], allowedIss: issuer, requiredClaims: ['exp', 'sid', 'sub'] })
  const held = new Map<string, Claims>()
  return (token) => {
    const known = held.get(token)
    if (known && known.exp * 1000 > Date.now()) return known
    held.delete(token)
    const claims = verify(token) as Claims
    if (held.size >= mostHeld) held.delete(held.keys().next().value as string)
    held.set(token, claims)
    return claims
  }
}
