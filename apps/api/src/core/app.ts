import { setTimeout as sleep } from 'node:timers/promises'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { Call } from '@jipei/contract/core/call.ts'
import type { ErrorCode } from '@jipei/contract/core/errors.ts'
import { maxFileBytes, maxFiles } from '@jipei/contract/core/upload-rules.ts'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Actor, guest } from './actor.ts'
import { type AuditEntry, writtenIn } from './audit.ts'
import { refuseClosedChoices } from './choices.ts'
import { isAway, mayRetry, refusalOf } from './database-errors.ts'
import type { Tx } from './db.ts'
import { checkAccess, owesNothing } from './gates.ts'
import type { Domain, HtmlPage, Route } from './implement.ts'
import { preferredLanguage } from './language.ts'
import { openapiOf } from './openapi.ts'
import { addReference } from './reference/reference.ts'
import { InvalidFields, Refusal } from './refusal.ts'
import { bodyHash, recall, remember } from './remembered.ts'
import { noteWrite } from './recent-writes.ts'
import { parseInput } from './input.ts'
import type { Caller, Journal, Trace } from './journal.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { writerOf } from './serialiser.ts'
import type { Services } from './services.ts'

/** Opens encrypted bodies and seals their answers (the system service's `.action` calls); from the auth domain. */
export interface Envelope {
  open(request: FastifyRequest, actor: Actor): Promise<unknown>
  seal(request: FastifyRequest, actor: Actor, answer: string): Promise<string>
}

/** What answers the calls of one tenant. */
export interface Site {
  services: Services
  /** Turns the token of a request into its actor. @throws UNAUTHORIZED when there is a token that does not hold */
  authenticate: (token: string, ip: string) => Promise<Actor>
  envelope: Envelope
}

/**
 * Finds the site that answers a request. @param call null for a page @param token '' without one
 * @throws TENANT_UNKNOWN, UNAUTHORIZED
 */
export type SiteFinder = (request: FastifyRequest, call: Call<any, any> | null, token: string) => Promise<Site>

export interface AppOptions extends Omit<Site, 'services'> {
  domains: readonly Domain[]
  /** Left out while there is one tenant. */
  siteOf?: SiteFinder
  /** Milliseconds in which a request must have come in whole; two minutes where left out, for uploads over slow lines. */
  arrivesWithin?: number
}

interface RequestTrace extends Trace {
  /** Of the tenant that was asked, as soon as it is known. */
  journal: Journal
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the journal will say of the request; null where no call answers it. */
    trace: RequestTrace | null
  }
}

const bodyLimit = 5 * 1024 * 1024

/**
 * The HTTP server of all calls; every route comes from a call of the contract, a route without access rule cannot be written.
 * @param services those of the installation, which answer unless `siteOf` finds another tenant's
 */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { arrivesWithin = 120_000 } = options
  const app = Fastify({
    bodyLimit,
    trustProxy: (_address, hop) => hop < services.settings.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestTimeout: arrivesWithin,
    // Headers come at once or not at all; whoever sends them byte by byte holds a connection for nothing.
    http: { headersTimeout: arrivesWithin / 4, connectionsCheckingInterval: arrivesWithin / 8 },
    // Addresses that are none: not UTF-8, or with a part longer than any of ours.
    frameworkErrors: (_error, _request, reply) => void answerRefusal(reply, new Refusal('PATH_NOT_FOUND')),
  })
  await app.register(formbody, { bodyLimit: 65_536 })
  await app.register(multipart, { limits: { fileSize: maxFileBytes, files: maxFiles, fields: 100, fieldSize: 1_048_576 } })
  app.decorateRequest('trace', null)
  const constraints = Object.assign({}, ...options.domains.map((domain) => domain.constraints ?? {})) as Record<string, ErrorCode>
  const routes = options.domains.flatMap((domain) => domain.routes)
  const home: Site = { services, authenticate: options.authenticate, envelope: options.envelope }
  for (const route of routes) addRoute(app, home, options.siteOf, route, constraints)
  for (const page of options.domains.flatMap((domain) => domain.htmlPages ?? [])) addHtmlPage(app, home, options.siteOf, page)
  addHealth(app, services)
  const calls = routes.map((route) => route.call)
  let document: string | undefined
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(openapiOf(calls)))))
  addReference(app, options.domains)
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, constraints, services))
  app.setNotFoundHandler((request, reply) => answerNotFound(app, request, reply))
  addSecurityHeaders(app, services.settings.publicUrl.startsWith('https:'))
  return app
}

function addRoute(app: FastifyInstance, home: Site, siteOf: SiteFinder | undefined, route: Route, constraints: Record<string, ErrorCode>): void {
  const { call } = route
  const writes = call.writes ?? (route.kind === 'writes' || (route.kind === 'raw' && call.method === 'POST'))
  app.route({
    method: call.method,
    url: call.path,
    onRequest(request, _reply, done) {
      request.trace = { call, writes, journal: home.services.journal, actor: null, input: undefined, deeds: [] }
      done()
    },
    onResponse(request, reply, done) {
      const trace = request.trace as RequestTrace
      trace.journal.answered(trace, callerOf(request), reply.statusCode, reply.elapsedTime)
      done()
    },
    async handler(request, reply) {
      const trace = request.trace as RequestTrace
      const token = tokenOf(request)
      const site = siteOf ? await inItsForm(call, () => siteOf(request, call, token)) : home
      const { services } = site
      trace.journal = services.journal
      const actor = (trace.actor = await actorOf(request, call, token, site))
      if (actor.rightsMark) reply.header('Rights-Mark', actor.rightsMark)
      checkAccess(actor, call)
      const input = await inputOf(request, call, actor, site)
      if (writes) noteWrite(services, actor)
      if (route.kind === 'raw') {
        const answer = await route.handler(request, reply, actor, input, services)
        if (reply.sent || call.output.shape === 'file') return reply
        return send(request, reply, call, actor, answer, site)
      }
      const prepared = route.kind === 'writes' && route.prepare ? await route.prepare(services, actor, input, request) : undefined
      const answer = route.kind === 'reads' && !call.writes ? await route.handler(services.db, actor, input, services) : await write(services, actor, call, input, (tx) => route.handler(tx, actor, input, services, prepared), constraints, trace)
      return send(request, reply, call, actor, answer, site)
    },
  })
}

function addHtmlPage(app: FastifyInstance, home: Site, siteOf: SiteFinder | undefined, page: HtmlPage): void {
  app.get(page.path, async (request, reply) => {
    const { services } = siteOf ? await siteOf(request, null, '') : home
    const html = await page.render(request.query as Record<string, unknown>, preferredLanguage(request), request.ip, services)
    if (html !== null) return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex').send(html)
    // The web application is served beside the API, or not at all.
    const { sendFile } = reply as { sendFile?: (name: string) => FastifyReply }
    return sendFile ? sendFile.call(reply, 'index.html') : reply.callNotFound()
  })
}

const callerOf = (request: FastifyRequest): Caller => ({ ip: request.ip, userAgent: request.headers['user-agent'] })

function tokenOf(request: FastifyRequest): string {
  const header = request.headers['token']
  return typeof header === 'string' ? header.replace(/^bearer\s+/i, '').trim() : ''
}

async function actorOf(request: FastifyRequest, call: Call<any, any>, token: string, { services: { tenantId }, authenticate }: Site): Promise<Actor> {
  if (!token) return guest(request.ip, tenantId)
  try {
    const actor = await authenticate(token, request.ip)
    // Public calls do more for some who are signed in: not for who has yet to choose a password or to set up his second factor.
    return call.access === 'public' && !owesNothing(actor, call) ? guest(request.ip, tenantId) : actor
  } catch (error) {
    // Who refreshes a token or logs out may still carry the one that has run out; a public call asks for none.
    if (call.access === 'public' && error instanceof Refusal && error.code === 'UNAUTHORIZED') return guest(request.ip, tenantId)
    throw error
  }
}

/** @throws FIELD_INVALID; from a flat call a flat failure of that kind */
function inputOf(request: FastifyRequest, call: Call<any, any>, actor: Actor, site: Site): Promise<unknown> {
  // The fields of a multipart body come between its files; the handler reads both (multipart.ts).
  const raw = async () => ((request.trace as RequestTrace).input = await rawInput(request, call, actor, site))
  return call.style === 'multipart' ? raw() : inItsForm(call, async () => parseInput(call.input, await raw()))
}

/** A flat call is refused flat. */
async function inItsForm<T>(call: Call<any, any>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!call.flat || !(error instanceof Refusal)) throw error
    throw flatOf(error)
  }
}

const flatOf = ({ status, zh, en }: Refusal): FlatError => new FlatError(status, { error: status >= 500 ? 'server_error' : 'invalid_request', error_description: zh, error_description_en: en })

/** Passwords, codes and tokens never stand in an address, where logs would keep them. */
const secret = /password|refresh_token|^token$|secret/i

async function rawInput(request: FastifyRequest, call: Call<any, any>, actor: Actor, { envelope }: Site): Promise<unknown> {
  const query = request.query as Record<string, unknown>
  if (Object.keys(query).some((name) => secret.test(name))) throw new Refusal('FIELD_INVALID', { field: 'query', reason: { zh: '地址中不得包含密码或令牌', en: 'no passwords or tokens in the address' } })
  switch (call.style) {
    case 'encrypted':
      return envelope.open(request, actor)
    case 'query':
      return request.method === 'POST' ? { ...query, ...(request.body as object | null) } : query
    case 'form':
      return Object.keys(query).length > 0 ? { ...query, ...(request.body as object | null), $query: true } : request.body
    case 'multipart':
      return query
    case 'body':
      if (request.body !== undefined && request.body !== null && typeof request.body !== 'object') throw new Refusal('BODY_INVALID')
      return request.body ?? {}
  }
}

/** One write, one transaction; an identical call a moment later gets the first answer instead of a refusal. */
async function write(services: Services, actor: Actor, call: Call<any, any>, input: unknown, handler: (tx: Tx) => Promise<unknown>, constraints: Record<string, ErrorCode>, trace: Trace): Promise<unknown> {
  const remembered = actor.audience !== 'public' && call.output.shape === 'none'
  const hash = remembered ? bodyHash(input) : ''
  for (let attempt = 1; ; attempt++) {
    try {
      let deeds: readonly AuditEntry[] = []
      const answer = await services.db.transaction().execute(async (tx) => {
        await refuseClosedChoices(tx, call.input, input)
        const given = await handler(tx)
        if (remembered) await remember(tx, actor, call.name, hash, given)
        deeds = writtenIn(tx)
        return given
      })
      trace.deeds = deeds
      return answer
    } catch (error) {
      if (mayRetry(error) && attempt < 4) continue
      const refusal = error instanceof Refusal ? error : refusalOf(error, constraints)
      if (remembered && (refusal?.code === 'STATE_ILLEGAL' || refusal?.code === 'NOT_FOUND')) {
        const first = await recall(services.db, actor, call.name, hash)
        if (first) return first.answer
      }
      throw error
    }
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, call: Call<any, any>, actor: Actor, answer: unknown, { envelope }: Site): Promise<FastifyReply> {
  const data = writerOf(call.output)(answer ?? null)
  if (call.writes || call.flat) reply.header('Cache-Control', 'no-store')
  const body = call.flat ? data : `{"code":200,"success":true,"data":${data},"msg":"操作成功","msgEn":"Done"}`
  reply.type('application/json; charset=utf-8')
  return reply.send(call.style === 'encrypted' ? await envelope.seal(request, actor, body) : body)
}

/** Fastify's own faults in our words; nothing of a parser or a stack reaches the client. */
const framework: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BODY_INVALID',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BODY_INVALID',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BODY_INVALID',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_FILES_LIMIT: 'FILE_TOO_MANY',
  FST_FIELDS_LIMIT: 'BODY_TOO_LARGE',
  FST_PARTS_LIMIT: 'BODY_TOO_LARGE',
  FST_PROTO_VIOLATION: 'BODY_INVALID',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'MEDIA_TYPE',
  FST_STATIC_FORBIDDEN_PATH: 'PATH_NOT_FOUND',
}

/** An address without a call, or a call asked for by the wrong method. */
function answerNotFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const url = request.url.split('?')[0] ?? ''
  const other = request.method === 'POST' ? 'GET' : 'POST'
  return answerRefusal(reply, new Refusal(url.startsWith('/api/') && app.hasRoute({ method: other, url }) ? 'METHOD_NOT_ALLOWED' : 'PATH_NOT_FOUND'))
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, constraints: Record<string, ErrorCode>, services: Services): FastifyReply {
  if (error instanceof FlatError) return answerFlat(reply, error)
  const isCutOff = neverCame(error, request)
  const known = knownRefusal(error, isCutOff, constraints)
  const refusal = known ?? new Refusal('INTERNAL')
  if (!isCutOff && isAway(error)) services.log.error({ err: error }, 'the database does not answer')
  if (!known) {
    const path = request.url.split('?')[0] ?? ''
    services.log.error({ err: error, method: request.method, path }, 'unexpected')
    const journal = request.trace?.journal ?? services.journal
    journal.fault(error, request.trace, callerOf(request), path)
  }
  return request.trace?.call.flat ? answerFlat(reply, flatOf(refusal)) : answerRefusal(reply, refusal)
}

/** What an error says to whoever asked; null for a fault of ours. */
function knownRefusal(error: FastifyError, isCutOff: boolean, constraints: Record<string, ErrorCode>): Refusal | null {
  if (error instanceof Refusal) return error
  if (isCutOff) return new Refusal('BODY_INVALID')
  const code = framework[error.code] ?? (error.statusCode === 400 ? 'BODY_INVALID' : null)
  return refusalOf(error, constraints) ?? (code && new Refusal(code))
}

/** Whether the request broke off, or was over before its body: the sender's doing, though it looks like a lost connection of ours, or like a fault. */
const neverCame = (error: Error, { raw }: FastifyRequest): boolean => raw.errored !== null || multipartFault.test(error.message)
/** What the reader of multipart bodies says, without a code. */
const multipartFault = /^(Multipart: |The needle |(Part|Header) terminated early |Unexpected end of multipart data)/

const answerFlat = (reply: FastifyReply, { status, body }: FlatError): FastifyReply => reply.code(status).header('Cache-Control', 'no-store').send(body)

function answerRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply.code(refusal.status).send({
    code: refusal.status,
    success: false,
    data: refusal.failures.length > 0 ? { failures: refusal.failures } : null,
    msg: refusal.zh,
    msgEn: refusal.en,
    errorCode: refusal instanceof InvalidFields ? 'FIELD_INVALID' : refusal.code,
  })
}

/** A failure of a flat call: answered as `body`, without the envelope (RFC 6749 §5.2). */
export class FlatError extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    super('flat')
    this.status = status
    this.body = body
  }
}

/** Milliseconds; who asks whether we are ready asks again soon. */
const readyWithin = 3000

function addHealth(app: FastifyInstance, services: Services): void {
  app.get('/api/health', () => ({ status: 'up' }))
  app.get('/api/ready', async (_request, reply) => {
    // A replica that is away leaves the server ready: the main database answers for it.
    const database = services.pool.query('select 1').then(() => 'ready', () => 'not ready')
    const status = await Promise.race([database, sleep(readyWithin, 'not ready', { ref: false })])
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
}
