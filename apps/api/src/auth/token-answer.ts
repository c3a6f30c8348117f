import type { SessionInfo, TokenAnswer } from '@jipei/contract/auth/auth.ts'
import type { Services } from '../core/services.ts'
import type { Client } from './client.ts'
import { createTokens, type TokenClaims } from './tokens.ts'

/** A pair of tokens that lasts as long as the client says, with what is known about the user. */
export function tokenAnswer(app: Services, client: Client, claims: TokenClaims, info: SessionInfo): TokenAnswer {
  const tokens = createTokens(app)
  return {
    access_token: tokens.access(claims, client.accessSeconds),
    refresh_token: tokens.refresh(claims, client.refreshSeconds),
    token_type: 'bearer',
    expires_in: client.accessSeconds,
    scope: 'all',
    ...info,
  }
}
