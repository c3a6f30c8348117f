import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../src/core/settings.ts'
import { startServer } from '../src/server.ts'
import { cloneOf, fingerprint } from './template-db.ts'
import { testFolder } from './test-server.ts'

/** Password of all demo accounts in tests. */
export const demoPassword = 'e2e-Pass-2026'

export interface DemoDatabase {
  url: string
  /** DATA_DIR that belongs to it: the keys by which it was encrypted, and its files. */
  dataDir: string
  /** Removes both. */
  drop(): Promise<void>
}

const sources = ['apps/api/migrations', 'apps/api/seed', 'apps/api/src', 'packages/contract/src']

/** What a stranger finds at the first start, for tests of the whole product: a clone of a template that the server itself seeded once. */
export async function createDemoDatabase(): Promise<DemoDatabase> {
  const name = `demo_${fingerprint(sources)}`
  const template = join(testFolder, name)
  const database = await cloneOf(name, async (url) => {
    const half = `${template}.half`
    await rm(half, { recursive: true, force: true })
    const settings = readSettings({ DATABASE_URL: url, DATA_DIR: half, DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'error' })
    const server = await startServer(settings, () => {})
    await server.close()
    await rm(template, { recursive: true, force: true })
    await rename(half, template)
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'jipei-demo-'))
  await cp(template, dataDir, { recursive: true })
  return {
    url: database.url,
    dataDir,
    async drop() {
      await database.drop()
      await rm(dataDir, { recursive: true })
    },
  }
}
