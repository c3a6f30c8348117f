import type { Call } from '@jipei/contract/core/call.ts'
import { type RoleAlias, roles } from '@jipei/contract/core/roles.ts'
import type { ErrorCode } from '@jipei/contract/core/errors.ts'
import { machines } from '@jipei/contract/machines.ts'
import type { FastifyInstance } from 'fastify'
import { type Actor, guest } from '../src/core/actor.ts'
import { buildApp } from '../src/core/app.ts'
import { createCipher } from '../src/core/cipher.ts'
import { openDb, openPool } from '../src/core/db.ts'
import { defaultPermissions } from '../src/core/default-rights.ts'
import type { Keys } from '../src/core/keys.ts'
import type { Failure } from '../src/core/refusal.ts'
import { Refusal } from '../src/core/refusal.ts'
import type { Services } from '../src/core/services.ts'
import { readSettings } from '../src/core/settings.ts'
import { domains } from '../src/domains.ts'
import { memoryStorage } from './memory-storage.ts'
import { createTestDatabase } from './template-db.ts'

/** The real API on a database of its own. Actors are made directly, so that a test of the chain needs no sign-in; sign-in has its own tests. */
export interface TestApp extends Services {
  http: FastifyInstance
  /** A user with a role's default rights. `orgId`, `entId`, … say whose user it is; every call makes another user. */
  as(role: RoleAlias | readonly RoleAlias[], who?: Partial<Actor>): TestUser
  stranger: TestUser
  sentJobs: { name: string; data: object }[]
  /** Does the jobs sent so far, and those that they send. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

export interface TestUser {
  actor: Actor
  /** For requests that no call makes: uploads, downloads. */
  token: string
  call<I, O>(call: Call<I, O>, input: I): Promise<O>
  /** A list with its parameters as they stand in an address. */
  list<O>(call: Call<any, O>, parameters?: Record<string, string>): Promise<O>
  /** The refusal that a call must give; fails when it succeeds. */
  refused<I>(call: Call<I, any>, input: unknown): Promise<{ status: number; errorCode: ErrorCode; msg: string; msgEn: string; failures: Failure[] }>
}

/** @param on the database of a server that runs, with its keys: a browser test arranges there what it is not about */
export async function startTestApp(on?: { url: string; keys: Keys }): Promise<TestApp> {
  const database = on ? { url: on.url, drop: async () => {} } : await createTestDatabase()
  const pool = openPool(database.url, 20)
  const settings = { ...readSettings({ NODE_ENV: 'test' }), logLevel: 'silent' }
  const sentJobs: { name: string; data: object }[] = []
  const keys = on?.keys ?? { tokenKey: Buffer.alloc(32, 1), fieldKey: Buffer.alloc(32, 2), hashKey: Buffer.alloc(32, 3), sm2: testSm2 }
  const services: Services = {
    settings,
    keys,
    pool,
    readPool: pool,
    db: openDb(pool),
    cipher: createCipher(keys.fieldKey, keys.hashKey),
    storage: memoryStorage(),
    jobs: {
      async send(_tx, name, data) {
        sentJobs.push({ name, data })
        return String(sentJobs.length)
      },
    },
    log: { info() {}, warn() {}, error: (data, message) => console.error(message, data) },
  }
  const actors = new Map<string, Actor>()
  const http = await buildApp(services, {
    domains,
    authenticate: async (token, ip) => {
      const actor = actors.get(token)
      if (!actor) throw new Refusal('UNAUTHORIZED')
      return { ...actor, ip }
    },
    envelope: { open: async (request) => request.body, seal: async (_request, _actor, answer) => answer },
  })
  const as: TestApp['as'] = (role, who = {}) => {
    const aliases = typeof role === 'string' ? [role] : role
    const userId = who.userId ?? String(900_000 + actors.size)
    const token = `${userId}-${actors.size}`
    const permissions = new Set(aliases.flatMap((alias) => defaultPermissions(alias, machines)))
    const actor: Actor = { ...guest('127.0.0.1'), userId, account: `user${userId}`, name: `用户${userId}`, audience: roles[aliases[0] as RoleAlias].audience, roles: aliases, permissions, ...who }
    actors.set(token, actor)
    return user(http, actor, token)
  }
  return {
    ...services,
    http,
    as,
    stranger: user(http, guest('127.0.0.1'), ''),
    sentJobs,
    async runJobs() {
      const workers = domains.flatMap((domain) => domain.workers ?? [])
      for (let job = sentJobs.shift(); job; job = sentJobs.shift()) {
        const worker = workers.find((one) => one.name === job?.name)
        if (!worker) throw new Error(`nobody does the job ${job.name}`)
        await worker.run(services, job.data)
      }
    },
    async close() {
      await http.close()
      await pool.end()
      await database.drop()
    },
  }
}

// A fixed pair for tests; the real one is made at first start.
const testSm2 = {
  privateKey: '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8',
  publicKey: '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13',
}

function user(http: FastifyInstance, actor: Actor, token: string): TestUser {
  async function request(call: Call<any, any>, input: unknown) {
    const values = Object.entries((input ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== null)
    const inAddress = call.method === 'GET' || call.style === 'query'
    const query = inAddress ? `?${new URLSearchParams(values.map(([key, value]): [string, string] => [key, String(value)]))}` : ''
    return http.inject({
      method: call.method,
      url: call.path + query,
      headers: { ...(token ? { token } : {}), ...(inAddress ? {} : { 'content-type': call.style === 'form' ? 'application/x-www-form-urlencoded' : 'application/json' }) },
      ...(inAddress ? {} : { payload: call.style === 'form' ? new URLSearchParams(values as [string, string][]).toString() : JSON.stringify(input ?? {}) }),
    })
  }
  const ask = async (call: Call<any, any>, input: unknown) => {
    const response = await request(call, input)
    const body = response.json()
    if (response.statusCode !== 200) throw new Error(`${call.name}: ${response.statusCode} ${JSON.stringify(body)}`)
    return call.flat ? body : body.data
  }
  return {
    actor,
    token,
    call: ask,
    list: (call, parameters = {}) => ask(call, parameters),
    async refused(call, input) {
      const response = await request(call, input)
      if (response.statusCode === 200) throw new Error(`${call.name} was not refused: ${response.body}`)
      const body = response.json()
      return { status: response.statusCode, errorCode: body.errorCode, msg: body.msg, msgEn: body.msgEn, failures: body.data?.failures ?? [] }
    },
  }
}
