import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from './storage.ts'

/** Keys are made by the server; this only guards against a fault of ours. */
const safeKey = /^[\w-]+(?:[/.][\w-]+)*$/

/**
 * Files in a folder of this machine. A file appears under its key only when it is whole and on the disk.
 * @param folder absolute; made when missing, readable by our account alone
 */
export function localStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    if (!safeKey.test(key)) throw new Error(`not a storage key: ${key}`)
    return join(folder, key)
  }
  return {
    async put(key, body) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const half = `${path}.${randomUUID()}.half`
      try {
        await pipeline(body, createWriteStream(half, { mode: 0o600, flush: true }))
        await rename(half, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    get: (key) => opened(createReadStream(pathOf(key))),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/** A missing file is refused at once instead of in the middle of an answer. */
async function opened(stream: Readable): Promise<Readable> {
  await once(stream, 'open')
  return stream
}

/** The new name of a file is on the disk only with its folder. Windows cannot open folders and needs no sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
