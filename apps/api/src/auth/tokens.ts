import { createSigner, createVerifier } from 'fast-jwt'

/** What a token says: which session and whose; a refresh token also which generation it is. Nothing else stands in it. */
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
  gen?: number
  /** Seconds since 1970. */
  exp: number
}

/** Tokens whose signature is known to hold: checking it again at every call is a tenth of a list's cost. */
const mostHeld = 2000

/**
 * Signed tokens (HS256). They are opaque to clients; whether the session still lives is asked of the database at each use.
 * @param key 32 bytes
 */
export function createTokens(key: Buffer): Tokens {
  const sign = createSigner({ key, algorithm: 'HS256' })
  const verify = createVerifier({ key, algorithms: ['HS256'], allowedIss: issuer, requiredClaims: ['exp', 'sid', 'sub'] })
  const make = (kind: Kind, { sessionId, userId }: Omit<TokenClaims, 'generation'>, seconds: number, more: object = {}) =>
    sign({ iss: issuer, token_type: kind, sid: sessionId, sub: userId, exp: Math.floor(Date.now() / 1000) + seconds, ...more })
  const held = new Map<string, Claims>()
  /** @throws when the token is forged or has run out */
  const verified = (token: string): Claims => {
    const known = held.get(token)
    if (known && known.exp * 1000 > Date.now()) return known
    held.delete(token)
    const claims = verify(token) as Claims
    if (held.size >= mostHeld) held.delete(held.keys().next().value as string)
    held.set(token, claims)
    return claims
  }
  const read = (kind: Kind, token: string): TokenClaims | null => {
    try {
      const claims = verified(token)
      return claims.token_type === kind ? { sessionId: claims.sid, userId: claims.sub, generation: claims.gen ?? 0 } : null
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
