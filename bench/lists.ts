import Fastify, { type FastifyInstance } from 'fastify'
import { studentCalls } from '../packages/contract/src/enrolment/student.ts'
import { classCalls } from '../packages/contract/src/classes/training-class.calls.ts'
import { realApp, signIn } from '../apps/api/test/sign-in.ts'
import { type County, openCounty } from './county.ts'
import { type Load, type Target, percentile, startLoad } from './load.ts'

/**
 * Lists over ten thousand and over a million rows, and beside them a bare Fastify that sends the same statements to the same pool.
 * All share one process and take turns, so that what else the machine does hits all alike.
 */
interface Case {
  name: string
  who: 'clerk' | 'institution'
  path: string
  /** Pages to ask for, one after the other. */
  pages: (rows: number) => string[]
}

const first = () => ['current=1&size=10']
/** Around page 10,000 of a million rows; of ten thousand rows there is the first page to compare with. */
const deep = (rows: number) => (rows < 100_000 ? first() : Array.from({ length: 60 }, (_, n) => `current=${9_970 + n}&size=10`))
const names = () => ['建国', '秀英', '丽华', '志强', '明军'].map((name) => `current=1&size=10&name=${encodeURIComponent(name)}`)
const cases: Case[] = [
  { name: 'classes, bureau', who: 'clerk', path: classCalls.list.path, pages: first },
  { name: 'classes, institution', who: 'institution', path: classCalls.list.path, pages: first },
  { name: 'classes, bureau, page 10,000', who: 'clerk', path: classCalls.list.path, pages: deep },
  { name: 'students, bureau', who: 'clerk', path: studentCalls.list.path, pages: first },
  { name: 'students, institution', who: 'institution', path: studentCalls.list.path, pages: first },
  { name: 'students, bureau, page 10,000', who: 'clerk', path: studentCalls.list.path, pages: deep },
  { name: 'students, bureau, two characters of a name', who: 'clerk', path: studentCalls.list.path, pages: names },
]

interface Side {
  rows: number
  county: County
  real: FastifyInstance
  close(): Promise<void>
  realUrl: string
  bareUrl: string
  tokens: Record<Case['who'], string>
  /** The statements of one request, as the bare server sends them again. */
  recorded: Map<string, { name?: string; text: string; values: unknown[] }[]>
}

async function open(rows: number): Promise<Side> {
  const county = await openCounty(rows)
  const real = await realApp(county.services)
  const bare = Fastify()
  const realUrl = await real.listen({ port: 0, host: '127.0.0.1' })
  const token = async (account: string, loginType: string) => JSON.parse((await signIn(real, account, { loginType })).body).access_token as string
  const side: Side = {
    rows,
    county,
    real,
    close: async () => {
      await bare.close()
      await real.close()
    },
    realUrl,
    bareUrl: '',
    tokens: { clerk: await token(county.clerk, '0'), institution: await token(county.institution, '1') }, recorded: new Map() }
  bare.get('/*', async (request, reply) => {
    const statements = side.recorded.get(request.url) ?? []
    let rows: unknown[] = []
    for (const statement of statements) rows = (await county.services.pool.query<object>(statement)).rows
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ code: 200, data: { records: rows } }))
  })
  side.bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
  return side
}

/** Which statements a request makes the real server send. The first ones fill what is remembered; the one recorded finds it. */
async function record(side: Side, one: Case): Promise<void> {
  const { pool } = side.county.services
  for (const query of one.pages(side.rows)) {
    const url = `${one.path}?${query}`
    const ask = () => side.real.inject({ url, headers: { token: side.tokens[one.who] } })
    await ask()
    const sent: { text: string; values: unknown[] }[] = []
    const through = pool.query
    pool.query = ((statement: never, ...rest: never[]) => {
      if (typeof statement === 'object') sent.push(statement)
      return (through as (...all: never[]) => unknown).call(pool, statement, ...rest)
    }) as never
    const answer = await ask()
    pool.query = through
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
    side.recorded.set(url, sent)
  }
}

const target = (side: Side, one: Case, base: string): Target => ({ urls: one.pages(side.rows).map((query) => `${base}${one.path}?${query}`), token: side.tokens[one.who] })

/** CPU of this process for a request, in microseconds. */
async function cpuOf(load: Load, one: Target, requests: number): Promise<number> {
  const start = process.cpuUsage()
  await load.run({ targets: [one], times: requests, parallel: 8 })
  const { user, system } = process.cpuUsage(start)
  return (user + system) / requests
}

async function measure(load: Load, one: Case, small: Side, large: Side, quick: boolean): Promise<Record<string, string>> {
  for (const side of [small, large]) await record(side, one)
  const real = target(large, one, large.realUrl)
  const bare = target(large, one, large.bareUrl)
  const requests = quick ? 80 : 400
  await load.run({ targets: [real, bare], times: requests, parallel: 8 })
  const cpu = { real: [] as number[], bare: [] as number[] }
  for (let round = 0; round < (quick ? 2 : 9); round++) {
    cpu.real.push(await cpuOf(load, real, requests))
    cpu.bare.push(await cpuOf(load, bare, requests))
  }
  const ratios = cpu.real.map((ours, round) => ours / (cpu.bare[round] as number))
  const few = target(small, one, small.realUrl)
  await load.run({ targets: [few, real], times: 100, parallel: 1 })
  const [short, long] = (await load.run({ targets: [few, real], times: quick ? 100 : 1500, parallel: 1 })) as [number[], number[]]
  const both = (share: number) => `${percentile(short, share).toFixed(2)} / ${percentile(long, share).toFixed(2)}`
  return {
    list: one.name,
    'CPU ours / bare, µs': `${percentile(cpu.real, 50).toFixed(0)} / ${percentile(cpu.bare, 50).toFixed(0)}`,
    'CPU ratio (≤ 1.6)': percentile(ratios, 50).toFixed(2),
    'p50 10k / 1M, ms': both(50),
    'p99 10k / 1M, ms': both(99),
    'p99 ratio (≤ 1.5)': (percentile(long, 99) / percentile(short, 99)).toFixed(2),
  }
}

/** @param quick few requests over fewer rows: shows that it runs, not how fast */
export async function* lists(quick: boolean): AsyncGenerator<Record<string, string>> {
  await using stack = new AsyncDisposableStack()
  const load = stack.use(startLoad())
  const sides: Side[] = []
  for (const rows of [10_000, quick ? 120_000 : 1_000_000]) {
    const side = await open(rows)
    stack.use(side.county)
    stack.defer(() => side.close())
    sides.push(side)
  }
  const [small, large] = sides as [Side, Side]
  for (const one of cases) yield await measure(load, one, small, large, quick)
}
