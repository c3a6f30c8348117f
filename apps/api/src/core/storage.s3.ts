import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { OutsideFetch } from "./outside.ts";
import { answerFault, isBroken, transportFault } from "./s3-fault.ts";
import { type S3Account, encodeKey, signedHeaders } from "./s3-signature.ts";
import { spool } from "./spool.ts";
import { guarded } from "./streams.ts";
import { checkKey, type Measured, MissingFile, type Place } from "./storage.ts";

export interface S3Setting extends S3Account {
  /** Scheme, host and port. */
  endpoint: string;
  bucket: string;
  /** Whether the bucket is the first part of the host; else of the path. */
  virtualHost: boolean;
  /** Stands before every key; empty, or with a slash at its end. */
  prefix: string;
}

/** Milliseconds for an answer to begin, and bytes a second that a body goes out at least. */
const [patience, slowest] = [20_000, 50_000];
/** Characters of a refusal that are read. */
const longest = 4_096;

const emptyBody: Measured & { body(): null } = {
  size: 0,
  sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  body: () => null,
};

/**
 * Files in a bucket of a service that speaks the S3 protocol. Every request is signed with the digest of its body, so that the service
 * stores what was sent or refuses it; a body therefore waits until it is whole. No checksum headers and no chunks with signatures of
 * their own: not every service understands them.
 * @param spoolFolder where larger bodies wait
 */
export function s3Storage(setting: S3Setting, outside: OutsideFetch, spoolFolder: string): Place {
  const { endpoint, bucket, virtualHost, prefix } = setting;
  const base = new URL(endpoint);
  if (virtualHost && !base.hostname.startsWith(`${bucket}.`)) base.hostname = `${bucket}.${base.hostname}`;
  const addressOf = (key: string) => {
    checkKey(key);
    return new URL(encodeKey(`${virtualHost ? "" : `/${bucket}`}/${prefix}${key}`), base);
  };

  async function once(
    method: string,
    url: URL,
    content: Measured & { body(): Buffer | Readable | null },
    more: Record<string, string>,
  ): Promise<Response> {
    const abort = new AbortController();
    const timer = setTimeout(
      () => abort.abort(new DOMException("too slow", "TimeoutError")),
      patience + (content.size / slowest) * 1000,
    );
    const body = content.body();
    const headers = {
      ...signedHeaders(setting, method, url, content.sha256, new Date()),
      ...more,
      ...(body && { "content-length": String(content.size), "content-type": "application/octet-stream" }),
    };
    try {
      // An answer that has begun may take its time: whoever reads it sets the pace.
      return await outside(url, {
        method,
        headers,
        signal: abort.signal,
        ...(body && { body: body as never, duplex: "half" as const }),
      });
    } finally {
      clearTimeout(timer);
      if (body instanceof Readable) body.destroy();
    }
  }

  /** A connection that was kept may just have been closed by the other side: that is tried again, once. */
  async function ask(
    method: string,
    key: string,
    content: Measured & { body(): Buffer | Readable | null } = emptyBody,
    more: Record<string, string> = {},
  ): Promise<Response> {
    const url = addressOf(key);
    try {
      return await once(method, url, content, more);
    } catch (error) {
      if (!isBroken(error)) throw transportFault(error);
      return once(method, url, content, more).catch((again: unknown) => {
        throw transportFault(again);
      });
    }
  }

  return {
    async put(key, body) {
      await using spooled = await spool(body, spoolFolder);
      const response = await ask("PUT", key, spooled);
      const text = await textOf(response);
      if (!response.ok) throw answerFault(response.status, text);
      return { size: spooled.size, sha256: spooled.sha256 };
    },
    async get(key, range) {
      const response = await ask("GET", key, emptyBody, range && { range: `bytes=${range.from}-${range.to}` });
      if (response.ok && response.body && (response.status === 206) === (range !== undefined))
        return guarded(Readable.fromWeb(response.body as ReadableStream));
      const text = await textOf(response);
      if (isMissing(response, text)) throw new MissingFile(key);
      throw answerFault(response.status, text);
    },
    async remove(key) {
      const response = await ask("DELETE", key);
      const text = await textOf(response);
      if (!response.ok && !isMissing(response, text)) throw answerFault(response.status, text);
    },
  };
}

/** A missing bucket is a wrong setting, no missing file. */
const isMissing = (response: Response, text: string) => response.status === 404 && !text.includes("NoSuchBucket");

/** The beginning of an answer's body; the rest is not wanted. */
async function textOf(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > longest) break;
    }
  } catch (error) {
    throw transportFault(error);
  }
  return text;
}
