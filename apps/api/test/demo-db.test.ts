import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSettings } from '../src/core/settings.ts'
import { type Server, startServer } from '../src/server.ts'
import { createDemoDatabase, type DemoDatabase } from './demo-db.ts'
import { connected } from '../src/core/connected.ts'

let demo: DemoDatabase
let server: Server

before(async () => {
  demo = await createDemoDatabase()
  server = await startServer(readSettings({ DATABASE_URL: demo.url, DATA_DIR: demo.dataDir, LOG_LEVEL: 'error' }), () => {})
})

after(async () => {
  await server.close()
  await demo.drop()
})

test('the server takes the clone with its keys, and its demo accounts are there', async () => {
  const users = await connected(
    demo.url,
    async (client) => (await client.query("select account from app_user where status = '1'")).rows,
  )
  const accounts = new Set(users.map(({ account }) => account))
  assert.ok(server.demoAccounts.length >= 12)
  assert.deepEqual(
    server.demoAccounts.filter(({ account }) => !accounts.has(account)),
    [],
  )
})
