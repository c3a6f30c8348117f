import { AwsV4Signer } from "aws4fetch";

// Signature version 4 for S3 and compatible services: signed headers, and a body whose digest is known.

export interface S3Account {
  accessKey: string;
  secretKey: string;
  region: string;
}

/** Percent-encodes a key for a URL, once, as signature version 4 requires. */
export const encodeKey = (key: string): string =>
  key
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join("/");

/**
 * Makes the signed headers of a request.
 * @param url its path encoded by `encodeKey`, without a query
 * @param sha256 of the body, in hexadecimal digits
 */
export async function signedHeaders(
  account: S3Account,
  method: string,
  url: URL,
  sha256: string,
  time: Date,
): Promise<Record<string, string>> {
  const { headers } = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { "x-amz-content-sha256": sha256 },
    accessKeyId: account.accessKey,
    secretAccessKey: account.secretKey,
    region: account.region,
    service: "s3",
    datetime: time.toISOString().replace(/[:-]|\.\d{3}/g, ""),
  }).sign();
  return Object.fromEntries(headers);
}
