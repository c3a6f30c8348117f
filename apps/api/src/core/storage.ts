import type { Readable } from 'node:stream'

/** Where files live: a local folder or any S3 service. Keys are made by the server and never contain a user's text. */
export interface Storage {
  put(key: string, body: Readable): Promise<void>
  get(key: string): Promise<Readable>
  remove(key: string): Promise<void>
}
