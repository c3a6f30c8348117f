import { createHash, createHmac } from "node:crypto";

/** Signature version 4, as S3 and what speaks its protocol want it: requests with headers and a body whose digest is known. */

export interface S3Account {
  accessKey: string;
  secretKey: string;
  region: string;
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** A key as it stands in an address: every letter but the plain ones in %XX of its UTF-8, once. */
export const encodeKey = (key: string): string =>
  key
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join("/");

/**
 * The headers that a request needs.
 * @param url its path encoded by `encodeKey`, without a query
 * @param sha256 of the body, in hexadecimal digits
 */
export function signedHeaders(
  account: S3Account,
  method: string,
  url: URL,
  sha256: string,
  time: Date,
): Record<string, string> {
  const stamp = time.toISOString().replace(/[:-]|\.\d{3}/g, "");
  const day = stamp.slice(0, 8);
  const headers = { "x-amz-content-sha256": sha256, "x-amz-date": stamp };
  const names = "host;x-amz-content-sha256;x-amz-date";
  const request = [
    method,
    url.pathname,
    "",
    `host:${url.host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    "",
    names,
    sha256,
  ].join("\n");
  const scope = `${day}/${account.region}/s3/aws4_request`;
  const key = [day, account.region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${account.secretKey}`);
  const signature = hmac(key, ["AWS4-HMAC-SHA256", stamp, scope, digest(request)].join("\n")).toString("hex");
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${account.accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
