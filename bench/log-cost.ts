import { token as tokenCall } from '../packages/contract/src/auth/auth.ts'
import { classCalls } from '../packages/contract/src/classes/training-class.calls.ts'
import { regionCalls } from '../packages/contract/src/settings/region.ts'
import { candidateSourceCalls } from '../packages/contract/src/teaching/candidate-source.ts'
import { silentJournal } from '../apps/api/src/core/journal.ts'
import { createJournal } from '../apps/api/src/logs/journal.ts'
import { basic, password, realApp, signIn } from '../apps/api/test/sign-in.ts'
import { openCounty } from './county.ts'
import { type Load, type Target, percentile, startLoad } from './load.ts'

/** One kind of call. */
interface Asked {
  name: string
  /** Path and query. */
  url: string
  public?: true
  headers?: Record<string, string>
  body?: string
  /** Requests of a round; fewer where one takes long. */
  requests?: number
}

const askedOf = (clerk: string): Asked[] => [
  { name: 'list: classes, bureau', url: `${classCalls.list.path}?current=1&size=10` },
  { name: 'list: classes, bureau, four filters', url: `${classCalls.list.path}?current=1&size=10&className=${encodeURIComponent('电工')}&status=Confirm&startDate_dategt=2024-03-01&startDate_datelt=2025-03-01` },
  { name: 'detail: a class', url: `${classCalls.detail.path}?id=77` },
  { name: 'write: a candidate source', url: candidateSourceCalls.submit.path, headers: { 'content-type': 'application/json' }, body: '{"sourceNo":"N#","sourceName":"来源#","sort":1,"isValid":"isValid"}', requests: 200 },
  {
    name: 'token: name and password',
    url: tokenCall.path,
    public: true,
    headers: { authorization: basic(), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'password', username: JSON.stringify({ loginType: '0', userId: clerk, loginMethod: '1', programNo: 'ZJGTRAIN' }), password }).toString(),
    requests: 40,
  },
  { name: 'public: one region', url: `${regionCalls.detail.path}?code=330102`, public: true },
  { name: 'the same region, signed in', url: `${regionCalls.detail.path}?code=330102` },
]

/** CPU of this process for a request, in microseconds, with everything it leaves behind. */
async function cpuOf(load: Load, target: Target, requests: number, flush: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage()
  await load.run({ targets: [target], times: requests, parallel: 8 })
  await flush()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / requests
}

/** What the logs cost a request: the same process answers with and without them, in turn. */
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
  for (const { name, url, requests: times = 400, ...rest } of askedOf(county.clerk)) {
    const requests = quick ? Math.min(80, times) : times
    const own = { token: rest.public ? '' : token, ...(rest.headers && { headers: rest.headers }), ...(rest.body !== undefined && { body: rest.body }) }
    const without = { ...own, urls: [offUrl + url] }
    const withLog = { ...own, urls: [onUrl + url] }
    await load.run({ targets: [without, withLog], times: requests, parallel: 8 })
    const cpu = { off: [] as number[], on: [] as number[] }
    const sides = [async () => cpu.off.push(await cpuOf(load, without, requests, async () => {})), async () => cpu.on.push(await cpuOf(load, withLog, requests, () => journal.flush()))]
    // Whoever comes second finds what the first has left behind; so they change places.
    for (let round = 0; round < (quick ? 2 : 20); round++) for (const side of round % 2 ? sides : sides.toReversed()) await side()
    const ratios = cpu.on.map((one, round) => one / (cpu.off[round] as number))
    yield {
      call: name,
      'CPU on / off, µs': `${percentile(cpu.on, 50).toFixed(0)} / ${percentile(cpu.off, 50).toFixed(0)}`,
      'of lower quartiles (≤ 1.10)': (percentile(cpu.on, 25) / percentile(cpu.off, 25)).toFixed(3),
      'median of rounds (≤ 1.10)': percentile(ratios, 50).toFixed(3),
    }
  }
}
