import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { planCalls } from '@jipei/contract/classes/plan.ts'
import { createCipher } from '../src/core/cipher.ts'
import { openDb, openPool } from '../src/core/db.ts'
import { loadKeys } from '../src/core/keys.ts'
import { runningServer } from '../src/core/postgres/postmaster.ts'
import type { Services } from '../src/core/services.ts'
import { readSettings } from '../src/core/settings.ts'
import { launch, ready } from './launch.ts'
import { anAccount, basic, password } from './sign-in.ts'
import { connected } from './test-server.ts'

const rounds = 10
const writers = 4
const account = 'ten-lives'
const dataDir = mkdtempSync(join(tmpdir(), 'jipei-kill-'))
chmodSync(dataDir, 0o711)
const cluster = join(dataDir, 'postgres/cluster')

after(() => {
  const orphan = runningServer(cluster)
  if (orphan) process.kill(orphan, 'SIGINT')
  rmSync(dataDir, { recursive: true, force: true })
})

/** What the server has said yes to. */
const acknowledged = { saved: new Map<string, string>(), released: new Set<string>(), removed: new Set<string>() }

const wait = (milliseconds: number) => new Promise<void>((go) => setTimeout(go, milliseconds))

/** A client of the running server, signed in as a clerk. */
async function clerk(address: string) {
  const form = new URLSearchParams({ grant_type: 'password', username: account, password })
  const answer = await fetch(`${address}/api/oauth/token`, { method: 'POST', headers: { authorization: basic() }, body: form })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const send = async (path: string, body?: object) => {
    const headers = { token, ...(body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(address + path, { method: 'POST', headers, body: body ? JSON.stringify(body) : null })
    const { code, msgEn, data } = (await response.json()) as { code: number; msgEn: string; data: { id: string } }
    assert.equal(code, 200, msgEn)
    return data
  }
  return {
    async save(plan: object) {
      return (await send(planCalls.submit.path, plan)).id
    },
    release: (id: string) => send(`${planCalls.release.path}?ids=${id}`),
    remove: (id: string) => send(`${planCalls.remove.path}?ids=${id}`),
  }
}

/** Saves, changes, releases and removes plans until the server is gone. */
async function write(address: string, writer: string, stopped: () => boolean): Promise<void> {
  const dates = { startDate: '2026-01-01', endDate: '2026-12-31' }
  try {
    const me = await clerk(address)
    for (let n = 0; ; n++) {
      const planName = `${writer} 第${n}批`
      const plan = { planName, planYear: 2026, trainKind: '01', totalHeadcount: 10, ...dates }
      const id = await me.save(plan)
      acknowledged.saved.set(id, planName)
      if (n % 3 === 0) {
        await me.remove(id)
        acknowledged.removed.add(id)
      } else {
        await me.release(id)
        acknowledged.released.add(id)
      }
    }
  } catch (error) {
    // What is refused while everything stands is a fault; after the kill every answer but yes will do.
    if (!stopped()) throw error
  }
}

interface Stored {
  id: string
  name: string
  number: string | null
  released: boolean
  removed: boolean
  histories: number
}

function databaseUrl(): string {
  const { app } = JSON.parse(readFileSync(join(dataDir, 'postgres/credentials.json'), 'utf8')) as { app: string }
  const port = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://jipei:${app}@127.0.0.1:${port}/jipei`
}

async function makeClerk(): Promise<void> {
  const keys = await loadKeys(readSettings({ DATA_DIR: dataDir }))
  const pool = openPool(databaseUrl(), 1)
  const services = { db: openDb(pool), cipher: createCipher(keys.fieldKey, keys.hashKey) } as Services
  await anAccount(services, { account })
  await pool.end()
}

async function storedPlans(): Promise<Map<string, Stored>> {
  const question = `select id::text, plan_name as name, plan_no as number, is_release = '1' as released, is_deleted = 1 as removed,
    (select count(*)::int from audit_record a where a.biz_type = 'Plan' and a.biz_id = plan.id::text and a.action = 'release') as histories from plan`
  const rows = await connected(databaseUrl(), async (client) => (await client.query<Stored>(question)).rows)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Everything acknowledged is there, and nothing is half done. */
async function verify(): Promise<void> {
  const plans = await storedPlans()
  for (const [id, name] of acknowledged.saved) assert.equal(plans.get(id)?.name, name, `plan ${id} was saved`)
  for (const id of acknowledged.released) assert.equal(plans.get(id)?.released, true, `plan ${id} was released`)
  for (const id of acknowledged.removed) assert.equal(plans.get(id)?.removed, true, `plan ${id} was removed`)
  for (const plan of plans.values()) assert.equal(plan.histories, plan.released ? 1 : 0, `history of plan ${plan.id}`)
  const numbers = [...plans.values()].map((plan) => plan.number)
  assert.ok(numbers.every(Boolean))
  assert.equal(new Set(numbers).size, numbers.length)
}

test('kill -9 of server and database in the middle of writes loses nothing acknowledged and leaves nothing half done', async () => {
  for (let round = 1; round <= rounds; round++) {
    const server = launch({ DATA_DIR: dataDir, DEMO: 'off' })
    const address = await ready(server)
    if (round === 1) await makeClerk()
    await verify()
    let killed = false
    const work = Promise.all(Array.from({ length: writers }, (_, n) => write(address, `${round}-${n}`, () => killed)))
    await Promise.race([work, wait(300 + Math.random() * 700)])
    killed = true
    // In turn the database goes first, the server goes first, or the server alone.
    const victims = [runningServer(cluster)!, server.child.pid!]
    if (round % 3 === 1) victims.reverse()
    if (round % 3 === 0) victims.shift()
    for (const pid of victims) process.kill(pid, 'SIGKILL')
    await Promise.all([work, server.ended])
  }
  const last = launch({ DATA_DIR: dataDir, DEMO: 'off' })
  await ready(last)
  await verify()
  assert.ok(acknowledged.released.size > rounds, 'there were writes to lose')
  last.child.kill('SIGTERM')
  assert.equal(await last.ended, 0, last.output)
})
