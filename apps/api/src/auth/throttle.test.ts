import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { after, before, test } from 'node:test'
import { anAccount, signIn, startRealApp } from '../../test/sign-in.ts'
import type { TestApp } from '../../test/test-app.ts'
import { createGate } from '../core/gate.ts'
import { sweepSessions } from './sessions.ts'
import { limits } from './throttle.ts'

let app: TestApp
before(async () => {
  app = await startRealApp()
})
after(() => app.close())

let last = 0
const newIp = () => `10.1.${Math.floor(++last / 250)}.${last % 250}`

async function aCaptcha(text = 'ab3de'): Promise<{ 'captcha-key': string; 'captcha-code': string }> {
  const { rows } = await app.pool.query<{ key: string }>('insert into captcha (text_hash) values ($1) returning key', [app.cipher.hash(text)])
  return { 'captcha-key': (rows[0] as { key: string }).key, 'captcha-code': text }
}

async function fail(account: string, ip: string, times: number): Promise<Record<string, unknown>> {
  let answer: Record<string, unknown> = {}
  for (let i = 0; i < times; i++) answer = (await signIn(app.http, account, { ip, password: 'wrong', headers: await aCaptcha() })).json()
  return answer
}
const outcome = async (account: string, ip: string, headers: Record<string, string> = {}) => {
  const response = await signIn(app.http, account, { ip, headers })
  return response.statusCode === 200 ? 'in' : (response.json().error_description as string)
}

test('from the third failure on a captcha is asked for; it is right once, in any case of letters', async () => {
  const { account } = await anAccount(app)
  const ip = newIp()
  assert.equal((await fail(account, ip, 2)).captcha_required, undefined)
  assert.equal((await fail(account, ip, 1)).captcha_required, true)
  assert.match(await outcome(account, ip), /验证码/)
  assert.match(await outcome(account, ip, { ...(await aCaptcha()), 'captcha-code': 'wrong' }), /验证码/)
  const captcha = await aCaptcha('xY2zK')
  assert.match(await outcome(account, ip, { ...captcha, 'captcha-code': 'nope' }), /验证码/)
  assert.match(await outcome(account, ip, captcha), /验证码/, 'a captcha is used up by a wrong text too')
  const fresh = await aCaptcha('xY2zK')
  assert.equal(await outcome(account, ip, { ...fresh, 'captcha-code': 'XY2ZK' }), 'in')
  // The owner's slips are forgotten.
  assert.equal(await outcome(account, ip), 'in')
})

test('a captcha key that none could have is a wrong captcha like any other', async () => {
  const { account } = await anAccount(app)
  const ip = newIp()
  await fail(account, ip, 3)
  for (const key of ['-'.repeat(36), 'x'.repeat(36), '0'.repeat(36), "' or 1=1 --"]) assert.match(await outcome(account, ip, { 'captcha-key': key, 'captcha-code': 'ab3de' }), /验证码/, key)
})

test('a captcha lives half an hour', async () => {
  const { account } = await anAccount(app)
  const ip = newIp()
  await fail(account, ip, 3)
  const captcha = await aCaptcha()
  await app.pool.query(`update captcha set create_time = now() - interval '31 minutes' where key = $1`, [captcha['captcha-key']])
  assert.match(await outcome(account, ip, captcha), /验证码/)
})

test('the captcha call draws one and keeps its text as a keyed hash', async () => {
  const answer = (await app.http.inject('/api/blade-auth/oauth/captcha')).json()
  assert.equal(answer.code, 200)
  assert.match(answer.data.image, /^data:image\/svg\+xml;base64,/)
  const { rows } = await app.pool.query('select text_hash from captcha where key = $1', [answer.data.key])
  assert.match(rows[0].text_hash, /^[\w-]{43}$/)
})

test('an address that collects captchas is refused, others are not', async () => {
  const [collector, other] = [newIp(), newIp()]
  const ask = async (remoteAddress: string) => (await app.http.inject({ url: '/api/blade-auth/oauth/captcha', remoteAddress })).statusCode
  assert.equal(await ask(collector), 200)
  await app.pool.query(`update rate_count set n = 600 where key like 'captcha %'`)
  assert.equal(await ask(collector), 429)
  assert.equal(await ask(other), 200)
})

test('five failures lock the account for this address, not for its owner elsewhere', async () => {
  const { account } = await anAccount(app)
  const attacker = newIp()
  await fail(account, attacker, limits.pair)
  assert.match(await outcome(account, attacker, await aCaptcha()), /失败次数过多/)
  assert.equal(await outcome(account, newIp(), await aCaptcha()), 'in')
  await app.pool.query(`update login_failure set locked_until = now() - interval '1 second', first_time = now() - interval '31 minutes'`)
  assert.equal(await outcome(account, attacker), 'in')
})

test('five failures are five, by whatever name or kind of account one is tried at', async () => {
  const idNumber = '320582199001019876'
  const enterprise = (await anAccount(app, { loginType: '3', roles: ['entAdmin'] })).account
  const { userId } = await anAccount(app, { loginType: '2', account: undefined, roles: ['student'], accountId: '79', idNumber })
  const student = (await app.pool.query('select account from app_user where id = $1', [userId])).rows[0].account as string
  // Names that nobody has are locked alike, so that the lock does not tell who has an account.
  for (const [first, then] of [
    [[enterprise, '0'], [enterprise, '3']],
    [[enterprise, '1'], [enterprise, '3']],
    [[idNumber, '2'], [student, '2']],
    [['nobody1', '0'], ['nobody1', '3']],
    [['nobody2', '1'], ['nobody2', '2']],
  ] as const) {
    const ip = newIp()
    const enter = async ([account, loginType]: readonly [string, string], password?: string) => signIn(app.http, account, { ip, loginType, ...(password && { password }), headers: await aCaptcha() })
    for (let i = 0; i < limits.pair; i++) await enter(first, 'wrong')
    assert.match((await enter(then)).json().error_description, /失败次数过多/, `${first} ${then}`)
  }
})

test('a lock that began late in its half hour lasts the whole of it', async () => {
  const { account } = await anAccount(app)
  const ip = newIp()
  await fail(account, ip, limits.pair)
  await app.pool.query(`update login_failure set first_time = now() - interval '31 minutes'`)
  assert.match(await outcome(account, ip, await aCaptcha()), /失败次数过多/)
})

test('accounts that do not exist are locked alike, so that a lock tells nothing', async () => {
  const ip = newIp()
  const answer = await fail('nosuchuser', ip, limits.pair)
  assert.equal(answer.captcha_required, true)
  assert.match(await outcome('nosuchuser', ip, await aCaptcha()), /失败次数过多/)
})

test('an account guessed from many addresses answers strangers seldom, and its owner at once', async () => {
  const { account } = await anAccount(app)
  const home = newIp()
  assert.equal(await outcome(account, home), 'in')
  for (let i = 0; i < limits.account / 4; i++) await fail(account, newIp(), 4)
  assert.match(await outcome(account, newIp(), await aCaptcha()), /失败次数过多/)
  assert.equal(await outcome(account, home, await aCaptcha()), 'in')
  await app.pool.query(`update login_failure set last_time = now() - interval '${limits.accountPauseSeconds + 1} seconds'`)
  assert.equal(await outcome(account, newIp(), await aCaptcha()), 'in', 'strangers get their turn again after a pause')
})

test('an address that tries many accounts is locked as a whole', async () => {
  const ip = newIp()
  for (let i = 0; i < limits.address; i++) await fail(`many${i}`, ip, 1)
  const { account } = await anAccount(app)
  assert.match(await outcome(account, ip, await aCaptcha()), /失败次数过多/)
  assert.equal(await outcome(account, newIp()), 'in')
})

test('the addresses of one IPv6 network are one address', async () => {
  const { account } = await anAccount(app)
  for (let i = 0; i < limits.address; i++) await fail(`six${i}`, `2001:db8:6:7::${i.toString(16)}`, 1)
  assert.match(await outcome(account, '2001:db8:6:7:8::1', await aCaptcha()), /失败次数过多/)
  assert.equal(await outcome(account, '2001:db8:6:8::1'), 'in')
  for (let i = 0; i < limits.account / 4; i++) await fail(account, newIp(), 4)
  assert.match(await outcome(account, '2001:db8:6:9::1', await aCaptcha()), /失败次数过多/)
  assert.equal(await outcome(account, '2001:db8:6:8::2', await aCaptcha()), 'in', 'the owner, whose address changes from day to day')
})

test('of forty guesses at once no more than a handful are looked at', async () => {
  const { account } = await anAccount(app)
  const ip = newIp()
  const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(app.http, account, { ip, password: 'wrong' })))
  const looked = answers.filter((answer) => answer.json().error_description === '用户名或密码错误').length
  assert.ok(looked >= limits.pair && looked <= limits.pair + availableParallelism(), `${looked}`)
})

test('a hundred sign-ins at once all get in, and files are still served meanwhile', async () => {
  const accounts = await Promise.all(Array.from({ length: 10 }, () => anAccount(app)))
  const begun = performance.now()
  const all = Promise.all(Array.from({ length: 100 }, (_, i) => signIn(app.http, (accounts[i % 10] as { account: string }).account, { ip: newIp() })))
  const { stat } = await import('node:fs/promises')
  let slowest = 0
  const probing = (async () => {
    while (slowest >= 0 && performance.now() - begun < 400) {
      const start = performance.now()
      await stat(import.meta.filename)
      slowest = Math.max(slowest, performance.now() - start)
    }
  })()
  const answers = await all
  await probing
  assert.ok(answers.every((answer) => answer.statusCode === 200))
  // Hashing unbounded would keep every thread of the pool busy: a second and more.
  assert.ok(slowest < 500, `a file took ${slowest} ms`)
})

test('the queue is bounded: who comes when it is full is told to come later', async () => {
  let running = 0
  let most = 0
  const gate = createGate(2, 3)
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise((done) => setTimeout(done, 5))
    running--
  }
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => gate(work)))
  assert.equal(most, 2)
  assert.deepEqual(results.map((result) => result.status === 'rejected' && result.reason.code), [false, false, false, false, false, ...Array(5).fill('RATE_LIMIT')])
  await Promise.all([gate(work), gate(work), gate(work)])
  assert.equal(most, 2, 'slots come back')
})

test('beyond the bound the token call answers 429', async () => {
  const { account } = await anAccount(app)
  const answers = await Promise.all(Array.from({ length: 300 }, () => signIn(app.http, account, { ip: newIp() })))
  const refused = answers.filter((answer) => answer.statusCode === 429)
  assert.ok(refused.length > 0 && refused.length < 300)
  assert.equal(refused[0]?.json().error, 'temporarily_unavailable')
  assert.ok(answers.every((answer) => [200, 429].includes(answer.statusCode)))
})

test('unknown accounts take as long as known ones', async () => {
  const { account } = await anAccount(app)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let i = 0; i < 15; i++)
    for (const kind of ['known', 'unknown'] as const) {
      const start = performance.now()
      await signIn(app.http, kind === 'known' ? account : `ghost${i}`, { ip: newIp(), password: 'wrong', headers: await aCaptcha() })
      times[kind].push(performance.now() - start)
    }
  const median = (values: number[]) => values.sort((a, b) => a - b)[7] as number
  const ratio = median(times.known) / median(times.unknown)
  assert.ok(ratio > 0.5 && ratio < 2, `known ${median(times.known)} ms, unknown ${median(times.unknown)} ms`)
})

test('the sweep removes what no longer matters', async () => {
  await app.pool.query(`update login_failure set last_time = now() - interval '2 days'`)
  await app.pool.query(`update captcha set create_time = now() - interval '2 hours'`)
  await sweepSessions(app)
  const { rows } = await app.pool.query('select (select count(*) from login_failure) + (select count(*) from captcha) as left')
  assert.equal(rows[0].left, '0')
})
