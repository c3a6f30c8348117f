import { createHmac, randomUUID } from "node:crypto";
import type { RegisterAnswer, Registers } from "./register-port.ts";

export interface RegisterSettings {
  /** Fixed address of the exchange, without a slash at the end. No part of an address ever comes from a request. */
  url: string;
  /** Key of the signature. */
  key: string;
  /** Milliseconds until a register counts as out of reach. */
  timeout: number;
}

const largestAnswer = 1_000_000;
const unavailable: RegisterAnswer = { resultCode: "500", resultData: null };

/**
 * Asks `POST <url>/<kind>` with the question as JSON. Signed: `X-Signature` is the HMAC-SHA256 (hex) of timestamp, nonce, kind and body,
 * one a line. Redirects are not followed, so that the fixed address stays the only one ever asked.
 */
export function httpRegisters({ url, key, timeout }: RegisterSettings): Registers {
  return {
    async ask(kind, subject) {
      const body = JSON.stringify(subject);
      const timestamp = String(Date.now());
      const nonce = randomUUID();
      const signature = createHmac("sha256", key).update(`${timestamp}\n${nonce}\n${kind}\n${body}`).digest("hex");
      try {
        const response = await fetch(`${url}/${kind}`, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            "X-Timestamp": timestamp,
            "X-Nonce": nonce,
            "X-Signature": signature,
          },
          body,
          redirect: "error",
          signal: AbortSignal.timeout(timeout),
        });
        if (response.status === 204) return { resultCode: "204", resultData: null };
        if (!response.ok || Number(response.headers.get("content-length") ?? 0) > largestAnswer) return unavailable;
        return understood(await limitedText(response));
      } catch {
        return unavailable;
      }
    },
  };
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > largestAnswer) throw new Error("answer too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Either our own form `{resultCode, resultData}` or the exchange's `{code, data}`. */
function understood(text: string): RegisterAnswer {
  const answer = JSON.parse(text) as Record<string, unknown>;
  const code = String(answer.resultCode ?? answer.code ?? "");
  const data = answer.resultData ?? answer.data ?? null;
  if (code === "204") return { resultCode: "204", resultData: null };
  if (code !== "200" || typeof data !== "object" || Array.isArray(data)) return unavailable;
  return data === null
    ? { resultCode: "204", resultData: null }
    : { resultCode: "200", resultData: data as Record<string, unknown> };
}
