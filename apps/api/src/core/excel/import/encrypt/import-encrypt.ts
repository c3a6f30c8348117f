import { Worker } from "node:worker_threads";
import type { Cipher } from "../../../security/cipher.ts";
import type { Keys } from "../../../security/keys.ts";

/** Lines of COPY text without their end, and the secrets that belong behind each: as many for every line. */
export interface OpenLines {
  lines: string[];
  secrets: (string | null)[];
}

/** Makes COPY text of lines and their secrets, each as ciphertext and keyed hash. */
export interface ImportEncrypter {
  encrypt(open: OpenLines): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

export function encrypted(cipher: Cipher, { lines, secrets }: OpenLines): Uint8Array<ArrayBuffer> {
  const each = secrets.length / lines.length;
  let text = "";
  let at = 0;
  for (const line of lines) {
    text += line;
    for (const end = at + each; at < end; at++) {
      const secret = secrets[at] ?? null;
      text += secret === null ? "\t\\N\t\\N" : `\t${cipher.encrypt(secret)}\t${cipher.hash(secret)}`;
    }
    text += "\n";
  }
  return new TextEncoder().encode(text);
}

/** Encrypts on the calling thread. */
export const encryptHere = (cipher: Cipher): ImportEncrypter => ({
  encrypt: async (open) => encrypted(cipher, open),
  close: async () => {},
});

/**
 * Encrypts in a thread of its own, in the order of the calls: a long sheet has hundreds of thousands of secrets, and a second of work on the
 * thread that answers requests is a second in which nobody is answered. A thread that breaks fails what waits for it and every later call.
 * @param source the file the thread runs
 */
export function startEncryptThread(
  { field, hashKey }: Pick<Keys, "field" | "hashKey">,
  source = new URL("import-encrypt.thread.ts", import.meta.url),
): ImportEncrypter {
  // What it makes is handed on at once; more young memory would only let it lie about for longer.
  const thread = new Worker(source, {
    workerData: { version: field.current, fieldKey: field.key, hashKey },
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const waiting: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[] = [];
  let broken: Error | null = null;
  const fail = (error: Error): void => {
    broken ??= error;
    for (const one of waiting.splice(0)) one.reject(broken);
  };
  thread.on("message", (bytes: Uint8Array<ArrayBuffer>) => waiting.shift()?.resolve(bytes));
  thread.on("error", fail);
  thread.on("exit", () => fail(new Error("the encryption thread has ended")));
  return {
    encrypt(open) {
      if (broken) return Promise.reject(broken);
      const answer = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
      waiting.push(answer);
      thread.postMessage(open);
      return answer.promise;
    },
    close: async () => void (await thread.terminate()),
  };
}
