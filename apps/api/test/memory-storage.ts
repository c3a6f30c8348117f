import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '../src/core/storage.ts'

/** Files of one test, in memory. */
export function memoryStorage(): Storage {
  const files = new Map<string, Buffer>()
  return {
    put: async (key, body) => void files.set(key, await buffer(body)),
    get: async (key) => {
      const file = files.get(key)
      if (!file) throw new Error(`no file ${key}`)
      return Readable.from(file)
    },
    remove: async (key) => void files.delete(key),
  }
}
