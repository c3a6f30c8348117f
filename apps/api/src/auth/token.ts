import type { SessionInfo, TokenAnswer } from '@jipei/contract/auth/auth.ts'
import { token as tokenCall } from '@jipei/contract/auth/auth.ts'
import { signInResult } from '@jipei/contract/users/session.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'
import type { Services } from '../core/services.ts'
import { hashing, matches, readPassword } from '../core/password.ts'
import { useCaptcha } from './captcha.ts'
import { checkCode } from './code-sign-in.ts'
import { type Client, findClient } from './client.ts'
import { agreeOnKey, isPublicKey } from './envelope.ts'
import { findLoginUser, type NamedAccount, readIdentity } from './identity.ts'
import { renewSession, startSession } from './sessions.ts'
import { sessionInfo } from './session-info.ts'
import { type SignInNote, writeSignIn } from './sign-in-history.ts'
import { attemptOf, countFailure, forgive, standingOf } from './throttle.ts'
import { TokenRefusal, tokenFailure } from './token-failure.ts'
import { createTokens, type TokenClaims } from './tokens.ts'

export interface TokenForm {
  grant_type: string
  username?: string | null
  password?: string | null
  refresh_token?: string | null
  scope?: string | null
  publicKey?: string | null
}

/** The token call: a password or a refresh token in, a pair of tokens and the session's data out. @throws FlatError */
export async function issueToken(request: FastifyRequest, form: TokenForm, app: Services): Promise<TokenAnswer> {
  const client = await findClient(app, request.headers.authorization)
  if (!client) throw tokenFailure('client')
  checkForm(request)
  if (form.grant_type !== 'password' && form.grant_type !== 'refresh_token') throw tokenFailure('grantType')
  if (!client.grantTypes.includes(form.grant_type)) throw tokenFailure('grantType')
  if (form.scope && form.scope !== 'all') throw tokenFailure('scope')
  return form.grant_type === 'password' ? signIn(request, form, app, client) : refresh(form, app, client)
}

const fields = new Set(Object.keys((tokenCall.input as { fields: object }).fields))

/** Only a form counts, each field once and known; nothing in the address, where it would end up in logs. */
function checkForm(request: FastifyRequest): void {
  const body = request.body as Record<string, unknown> | null
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
  const known = Object.entries(body ?? {}).every(([name, value]) => fields.has(name) && typeof value === 'string')
  if (!isForm || !known || Object.keys(request.query as object).length > 0) throw tokenFailure('form')
}

async function signIn(request: FastifyRequest, form: TokenForm, app: Services, client: Client): Promise<TokenAnswer> {
  if (!form.username || !form.password || (form.publicKey && !isPublicKey(form.publicKey))) throw tokenFailure('form')
  const named = readIdentity(form.username)
  if (typeof named === 'string') throw tokenFailure(named === 'unreadable' ? 'identity' : named)
  const note: SignInNote = { userId: null, attempt: null }
  const info = await written(app, request, client, note, async () => {
    const userId = await checkPassword(request, named, form.password as string, app, note)
    const found = await sessionInfo(app, userId)
    if (found.authority === '') throw tokenFailure('noRole')
    return found
  })
  const claims = await startSession(app, client, info.userId, request.ip)
  return { ...answerOf(app, client, claims, info), ...(form.publicKey && { envelope: await agreeOnKey(app, claims.sessionId, form.publicKey) }) }
}

/** Does what an attempt to sign in asks for, and writes into the history how it went. */
async function written<T>(app: Services, request: FastifyRequest, client: Client, note: SignInNote, work: () => Promise<T>): Promise<T> {
  try {
    const answer = await work()
    await writeSignIn(app, request, client.clientId, note, 'success')
    return answer
  } catch (error) {
    const why = error instanceof TokenRefusal && (error.why === 'code' ? 'wrong' : error.why)
    if (why && isOutcome(why)) await writeSignIn(app, request, client.clientId, note, why)
    throw error
  }
}

const isOutcome = (why: string): why is keyof typeof signInResult.codes => Object.hasOwn(signInResult.codes, why)

/** @returns the id of the user whose password, or code, this is */
async function checkPassword(request: FastifyRequest, named: NamedAccount, sent: string, app: Services, note: SignInNote): Promise<string> {
  const attempt = attemptOf(app, named.loginTypes.join(), named.name.toLowerCase(), request.ip)
  const user = await findLoginUser(app, named)
  Object.assign(note, { userId: user?.id ?? null, attempt })
  const standing = await standingOf(app, attempt, user?.id ?? null)
  if (standing.locked) throw tokenFailure('locked', standing.captcha)
  if (standing.captcha && !(await useCaptcha(app, header(request, 'captcha-key'), header(request, 'captcha-code')))) throw tokenFailure('captcha', true)
  const password = readPassword(app.keys, sent) ?? ''
  if (named.byCode) await checkCode(app, attempt, named.name, password)
  const right = named.byCode || (await inTurn(async () => {
    // Asked again in turn: of many attempts sent at once only a handful are looked at before the lock is seen.
    if ((await standingOf(app, attempt, user?.id ?? null)).locked) throw tokenFailure('locked', true)
    const fits = await matches(user?.passwordHash ?? null, password)
    if (!fits) throw tokenFailure('wrong', await countFailure(app, attempt))
    return fits
  }))
  if (!right || !user) throw tokenFailure('wrong')
  await forgive(app, attempt)
  if (user.status === '0') throw tokenFailure('pending')
  if (user.status !== '1') throw tokenFailure('disabled')
  return user.id
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await hashing(work)
  } catch (error) {
    throw error instanceof Refusal && error.code === 'RATE_LIMIT' ? tokenFailure('busy') : error
  }
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

async function refresh(form: TokenForm, app: Services, client: Client): Promise<TokenAnswer> {
  if (!form.refresh_token) throw tokenFailure('form')
  const claims = createTokens(app.keys.tokenKey).readRefresh(form.refresh_token)
  const renewed = claims && (await renewSession(app, client, claims))
  if (!renewed) throw tokenFailure('refresh')
  return answerOf(app, client, renewed, await sessionInfo(app, renewed.userId))
}

function answerOf(app: Services, client: Client, claims: TokenClaims, info: SessionInfo): TokenAnswer {
  const tokens = createTokens(app.keys.tokenKey)
  return {
    access_token: tokens.access(claims, client.accessSeconds),
    refresh_token: tokens.refresh(claims, client.refreshSeconds),
    token_type: 'bearer',
    expires_in: client.accessSeconds,
    scope: 'all',
    ...info,
  }
}
