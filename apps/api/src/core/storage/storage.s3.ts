import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { SafeFetch } from "../outbound/safe-fetch.ts";
import { toResponseError, isBroken, toTransportError } from "./s3-error.ts";
import { type S3Account, encodeKey, signedHeaders } from "./s3-signature.ts";
import { spool } from "./spool.ts";
import { guarded } from "../foundation/streams.ts";
import { checkKey, type Measured, MissingFile, type Place } from "./storage.ts";

export interface S3Setting extends S3Account {
  /** Scheme, host and port. */
  endpoint: string;
  bucket: string;
  /** Whether the bucket is the first part of the host; else it is the first part of the path. */
  virtualHost: boolean;
  /** Prefix of every key; empty, or with a slash at its end. */
  prefix: string;
}

/** Milliseconds within which a response must begin, and the slowest upload in bytes per second. */
const [responseTimeout, slowest] = [20_000, 50_000];
/** Characters of an error response that are read. */
const longest = 4_096;

const emptyBody: Measured & { body(): null } = {
  size: 0,
  sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  body: () => null,
};

/**
 * Stores files in a bucket of a service that speaks the S3 protocol. Every request is signed with the digest of its body, so that the service
 * stores exactly what was sent; therefore bodies are buffered first. Checksum headers and signed chunks are not used, because not every service
 * supports them.
 * @param spoolFolder folder for buffering larger bodies
 */
export function s3Storage(setting: S3Setting, safeFetch: SafeFetch, spoolFolder: string): Place {
  const { endpoint, bucket, virtualHost, prefix } = setting;
  const base = new URL(endpoint);
  if (virtualHost && !base.hostname.startsWith(`${bucket}.`)) base.hostname = `${bucket}.${base.hostname}`;
  const getAddress = (key: string) => {
    checkKey(key);
    return new URL(encodeKey(`${virtualHost ? "" : `/${bucket}`}/${prefix}${key}`), base);
  };

  async function once(
    method: string,
    url: URL,
    content: Measured & { body(): Buffer | Readable | null },
    more: Record<string, string>,
  ): Promise<Response> {
    const signed = await signedHeaders(setting, method, url, content.sha256, new Date());
    const abort = new AbortController();
    const timer = setTimeout(
      () => abort.abort(new DOMException("too slow", "TimeoutError")),
      responseTimeout + (content.size / slowest) * 1000,
    );
    const body = content.body();
    const headers = {
      ...signed,
      ...more,
      ...(body && { "content-length": String(content.size), "content-type": "application/octet-stream" }),
    };
    try {
      // The timeout ends when the response begins: after that, its reader sets the pace.
      return await safeFetch(url, {
        method,
        headers,
        signal: abort.signal,
        // Fetch takes any async iterable; the declared types do not.
        ...(body && { body: body as never, duplex: "half" as const }),
      });
    } finally {
      clearTimeout(timer);
      if (body instanceof Readable) body.destroy();
    }
  }

  /** Sends a request, and once more when the connection breaks, since the service may just have closed a kept-alive connection. */
  async function ask(
    method: string,
    key: string,
    content: Measured & { body(): Buffer | Readable | null } = emptyBody,
    more: Record<string, string> = {},
  ): Promise<Response> {
    const url = getAddress(key);
    try {
      return await once(method, url, content, more);
    } catch (error) {
      if (!isBroken(error)) throw toTransportError(error);
      return once(method, url, content, more).catch((again: unknown) => {
        throw toTransportError(again);
      });
    }
  }

  return {
    async put(key, body) {
      await using spooled = await spool(body, spoolFolder);
      const response = await ask("PUT", key, spooled);
      const text = await getText(response);
      if (!response.ok) throw toResponseError(response.status, text);
      return { size: spooled.size, sha256: spooled.sha256 };
    },
    async get(key, range) {
      const response = await ask("GET", key, emptyBody, range && { range: `bytes=${range.from}-${range.to}` });
      if (response.ok && response.body && (response.status === 206) === (range !== undefined))
        return guarded(Readable.fromWeb(response.body as ReadableStream));
      const text = await getText(response);
      if (isMissing(response, text)) throw new MissingFile(key);
      throw toResponseError(response.status, text);
    },
    async remove(key) {
      const response = await ask("DELETE", key);
      const text = await getText(response);
      if (!response.ok && !isMissing(response, text)) throw toResponseError(response.status, text);
    },
  };
}

/** Whether a file is missing; a missing bucket is a wrong setting instead. */
const isMissing = (response: Response, text: string) => response.status === 404 && !text.includes("NoSuchBucket");

/** Reads the beginning of a response body. */
async function getText(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > longest) break;
    }
  } catch (error) {
    throw toTransportError(error);
  }
  return text;
}
