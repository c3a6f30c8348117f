import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Crawl, startCrawl } from './crawl-sessions.ts'
import { walk } from './crawl-walk.ts'

/** Somebody of each role reads everything that he is answered. */
let crawl: Crawl
before(async () => {
  crawl = await startCrawl()
})
after(() => crawl.close())

test('reading as any role never breaks', async () => {
  const faults: string[] = []
  for (const [role, user] of crawl.sessions)
    await walk(crawl.app.http, user, ({ call, input, status }) => {
      if (status >= 500) faults.push(`${role} ${call.name} ${JSON.stringify(input)}: ${status}`)
    })
  assert.deepEqual(faults, [])
})
