import type { OssCategory } from "@jipei/contract/files/storage-provider.ts";
import type { Cipher } from "../core/security/cipher.ts";
import type { S3Setting } from "../core/storage/storage.s3.ts";

/** A row of `storage_provider` as it is stored, with encrypted keys. */
export interface ProviderRow {
  id: string;
  version: number;
  category: OssCategory;
  endpoint: string | null;
  bucketName: string | null;
  accessKey: string | null;
  secretKey: string | null;
  appId: string | null;
  region: string | null;
  addressing: "1" | "2" | null;
  keyPrefix: string | null;
}

export const providerColumns = [
  "id",
  "version",
  "category",
  "endpoint",
  "bucketName",
  "accessKey",
  "secretKey",
  "appId",
  "region",
  "addressing",
  "keyPrefix",
] as const;

/** The region that an endpoint of the provider names. */
const regionIn: Partial<Record<OssCategory, RegExp>> = {
  "2": /^s3[.-]([a-z0-9-]+)\.qiniucs\.com$/,
  "3": /(?:^|\.)oss-([a-z0-9-]+?)(?:-internal)?\.aliyun(?:cs|cs-internal)\.com$/,
  "4": /(?:^|\.)cos(?:-internal)?\.([a-z0-9-]+)\.(?:myqcloud\.com|tencentcos\.cn)$/,
};

/** The region for signatures where none is given; self-hosted services expect this one. */
const standardRegion = "us-east-1";

/** How a provider is reached: all speak the S3 protocol, their addresses differ. */
export function getS3Setting(row: ProviderRow, cipher: Cipher): S3Setting {
  const endpoint = row.endpoint ?? "";
  const bucket = row.bucketName ?? "";
  const region = row.region || regionIn[row.category]?.exec(new URL(endpoint).hostname)?.[1] || standardRegion;
  return {
    endpoint,
    region,
    accessKey: cipher.decrypt(row.accessKey ?? ""),
    secretKey: cipher.decrypt(row.secretKey ?? ""),
    // The name of a Tencent bucket ends in the number of the account.
    bucket: row.category === "4" && row.appId && !bucket.endsWith(`-${row.appId}`) ? `${bucket}-${row.appId}` : bucket,
    virtualHost: usesVirtualHost(row),
    prefix: row.keyPrefix ? `${row.keyPrefix}/` : "",
  };
}

/** Whether the bucket is part of the host name. Aliyun accepts nothing else; the address of MinIO mostly allows no further name before it. */
export const usesVirtualHost = (
  row: Pick<ProviderRow, "category"> & Partial<Pick<ProviderRow, "addressing">>,
): boolean => (row.addressing ? row.addressing === "2" : row.category !== "1");
