import { parentPort, workerData } from "node:worker_threads";
import { createCipher } from "../cipher.ts";
import { KeyRing } from "../key-ring.ts";
import { type OpenLines, sealed } from "./import-seal.ts";

/** The other end of `sealerThread`: answers each message with its bytes, which change hands instead of being copied. */
const { version, fieldKey, hashKey } = workerData as { version: number; fieldKey: Uint8Array; hashKey: Uint8Array };
const cipher = createCipher(new KeyRing(new Map([[version, Buffer.from(fieldKey)]])), Buffer.from(hashKey));

parentPort?.on("message", (open: OpenLines) => {
  const bytes = sealed(cipher, open);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
