import { classCalls } from '../packages/contract/src/classes/training-class.calls.ts'
import { apiLogCalls } from '../packages/contract/src/logs/api-log.ts'
import { regionCalls } from '../packages/contract/src/settings/region.ts'
import { silentJournal } from '../apps/api/src/core/journal.ts'
import type { Services } from '../apps/api/src/core/services.ts'
import { createJournal } from '../apps/api/src/logs/journal.ts'
import { anAccount, realApp, signIn } from '../apps/api/test/sign-in.ts'
import { createTestDatabase } from '../apps/api/test/template-db.ts'
import { testServices } from '../apps/api/test/test-services.ts'
import { openCounty } from './county.ts'
import { type Load, type Target, percentile, startLoad } from './load.ts'

/** What the API log costs a request, and how lists of a log behave when it has grown. */

const asked = [
  { name: 'classes, bureau', url: `${classCalls.list.path}?current=1&size=10` },
  { name: 'classes, bureau, filters', url: `${classCalls.list.path}?current=1&size=10&className=${encodeURIComponent('电工')}&status=Confirm&startDate_dategt=2024-03-01&startDate_datelt=2025-03-01` },
  { name: 'one region (the cheapest kind)', url: `${regionCalls.detail.path}?code=330102` },
]

/** CPU of this process for a request, in microseconds, with everything it leaves behind. */
async function cpuOf(load: Load, target: Target, requests: number, flush: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage()
  await load.run({ targets: [target], times: requests, parallel: 8 })
  await flush()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / requests
}

/** The same process answers with and without the log, in turn. */
export async function* logCost(quick: boolean): AsyncGenerator<Record<string, string>> {
  await using stack = new AsyncDisposableStack()
  const load = stack.use(startLoad())
  const county = await openCounty(10_000)
  stack.use(county)
  const journal = await createJournal(county.services)
  stack.defer(() => journal.close())
  const off = await realApp({ ...county.services, journal: silentJournal })
  const on = await realApp({ ...county.services, journal })
  stack.defer(() => off.close())
  stack.defer(() => on.close())
  const [offUrl, onUrl] = [await off.listen({ port: 0, host: '127.0.0.1' }), await on.listen({ port: 0, host: '127.0.0.1' })]
  const token = JSON.parse((await signIn(off, county.clerk)).body).access_token as string
  const requests = quick ? 80 : 400
  for (const { name, url } of asked) {
    const without = { urls: [offUrl + url], token }
    const withLog = { urls: [onUrl + url], token }
    await load.run({ targets: [without, withLog], times: requests, parallel: 8 })
    const cpu = { off: [] as number[], on: [] as number[] }
    for (let round = 0; round < (quick ? 2 : 11); round++) {
      cpu.off.push(await cpuOf(load, without, requests, async () => {}))
      cpu.on.push(await cpuOf(load, withLog, requests, () => journal.flush()))
    }
    const ratios = cpu.on.map((one, round) => one / (cpu.off[round] as number))
    yield { call: name, 'CPU on / off, µs': `${percentile(cpu.on, 50).toFixed(0)} / ${percentile(cpu.off, 50).toFixed(0)}`, 'ratio, median of rounds (≤ 1.10)': percentile(ratios, 50).toFixed(3) }
  }
}

interface Side extends AsyncDisposable {
  url: string
  token: string
}

/** A log of so many rows over the last six months, of five thousand accounts, with calls as unevenly frequent as in life. */
async function openLog(rows: number): Promise<Side> {
  const database = await createTestDatabase()
  const services = testServices(database.url)
  await fill(services, rows)
  const { account } = await anAccount(services, { roles: ['sysAdmin'] })
  const http = await realApp(services)
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    token: JSON.parse((await signIn(http, account)).body).access_token as string,
    async [Symbol.asyncDispose]() {
      await http.close()
      await services.pool.end()
      await database.drop()
    },
  }
}

async function fill(app: Services, rows: number): Promise<void> {
  const client = await app.pool.connect()
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'")
    // Filled first and indexed then: as the log grows it is the other way round, but the index is the same.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>("select indexname as name, indexdef as definition from pg_indexes where tablename = 'api_log' and indexname <> 'api_log_pkey'")
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query('alter table api_log drop constraint api_log_pkey')
    await client.query(`do $$ declare m timestamp; begin
      for n in 1..6 loop
        m := date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => n);
        execute format('create table %I partition of api_log for values from (%L) to (%L)', 'api_log_' || to_char(m, 'YYYYMM'), m at time zone 'Asia/Shanghai', (m + interval '1 month') at time zone 'Asia/Shanghai');
      end loop; end $$`)
    const calls = app.calls.map(({ name, zh, en, path, method }) => ({ name, zh, en, path, method }))
    await client.query(
      `with c as (select row_number() over () as at, x.* from json_to_recordset($1) as x(name text, zh text, en text, path text, method text))
       insert into api_log (title, title_en, type, time, create_by, service_id, method, request_uri, method_class, method_name, remote_ip, params, create_user, create_time)
       select c.zh, c.en, case when n % 50 = 0 then '2' else '1' end, n % 300, 'user' || n % 5000, split_part(c.path, '/', 3), c.method, c.path, split_part(c.name, '.', 1), c.name, '10.0.0.' || n % 250,
         '{"current":"1","size":"10","className":"电工"}', n % 5000, now() - make_interval(secs => (${rows} - n) * 15000000.0 / ${rows})
       from generate_series(1, ${rows}) n join c on c.at = 1 + floor(${calls.length} * power(((n::bigint * 2654435761) % 1000003) / 1000003.0, 3))::int`,
      [JSON.stringify(calls)],
    )
    await client.query('alter table api_log add primary key (id, create_time)')
    for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '))
    await client.query('vacuum analyze api_log')
  } finally {
    client.release()
  }
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const lists = [
  { name: 'first page', query: '' },
  { name: 'two weeks of three months ago', query: `createTime_dategt=${day(104)}&createTime_datelt=${day(90)}` },
  { name: 'one account', query: 'createBy=user4711' },
  { name: 'one account in a week', query: `createBy=user4711&createTime_dategt=${day(60)}&createTime_datelt=${day(53)}` },
  { name: 'part of a title', query: `title=${encodeURIComponent('考生来源')}` },
  { name: 'part of an address', query: 'requestUri=certificate' },
  { name: 'an account that is not there', query: 'createBy=nobody' },
  { name: 'page 100', query: 'current=100' },
]

/** The same lists over ten thousand and over ten million rows, turn by turn. */
export async function* logLists(quick: boolean): AsyncGenerator<Record<string, string>> {
  await using stack = new AsyncDisposableStack()
  const load = stack.use(startLoad())
  const small = stack.use(await openLog(10_000))
  const large = stack.use(await openLog(quick ? 200_000 : 10_000_000))
  for (const { name, query } of lists) {
    const targets = [small, large].map(({ url, token }): Target => ({ urls: [`${url}${apiLogCalls.list.path}?size=10&${query}`], token }))
    const [[firstSmall = 0] = [], [firstLarge = 0] = []] = await load.run({ targets, times: 1, parallel: 1 })
    await load.run({ targets, times: 20, parallel: 1 })
    const [short, long] = (await load.run({ targets, times: quick ? 50 : 400, parallel: 1 })) as [number[], number[]]
    const both = (share: number) => `${percentile(short, share).toFixed(1)} / ${percentile(long, share).toFixed(1)}`
    yield { list: name, 'first time, ms': `${firstSmall.toFixed(0)} / ${firstLarge.toFixed(0)}`, 'p50 10k / 10M, ms': both(50), 'p99 10k / 10M, ms': both(99) }
  }
}
