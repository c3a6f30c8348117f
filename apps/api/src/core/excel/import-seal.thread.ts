import { parentPort, workerData } from 'node:worker_threads'
import { createCipher } from '../cipher.ts'
import { type OpenLines, sealed } from './import-seal.ts'

/** The other end of `sealerThread`: answers each message with its bytes, which change hands instead of being copied. */
const { fieldKey, hashKey } = workerData as { fieldKey: Uint8Array; hashKey: Uint8Array }
const cipher = createCipher(Buffer.from(fieldKey), Buffer.from(hashKey))

parentPort?.on('message', (open: OpenLines) => {
  const bytes = sealed(cipher, open)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
