import { parentPort, workerData } from "node:worker_threads";
import { createCipher } from "../../../security/cipher.ts";
import { KeyRing } from "../../../security/key-ring.ts";
import { type OpenLines, encrypted } from "./import-encrypt.ts";

/** The thread of `startEncryptThread`: answers each message with its bytes, which are transferred and not copied. */
const { version, fieldKey, hashKey } = workerData as { version: number; fieldKey: Uint8Array; hashKey: Uint8Array };
const cipher = createCipher(new KeyRing(new Map([[version, Buffer.from(fieldKey)]])), Buffer.from(hashKey));

parentPort?.on("message", (open: OpenLines) => {
  const bytes = encrypted(cipher, open);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
