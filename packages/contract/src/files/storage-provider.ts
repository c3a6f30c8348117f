import { exportCall } from "../core/export.ts";
import { byId, call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, id, int, text } from "../core/fields/field.ts";
import { startedJob } from "../core/job.ts";
import { yesNo } from "../core/fields/flags.ts";
import { record } from "../core/fields/shape.ts";

export const ossCategory = codeList("OSS_CATEGORY", "存储服务商", "Storage", {
  "1": ["MinIO", "MinIO"],
  "2": ["七牛", "Qiniu"],
  "3": ["阿里", "Aliyun"],
  "4": ["腾讯", "Tencent"],
  "5": ["本地", "Local"],
});
export type OssCategory = keyof (typeof ossCategory)["codes"];

export const ossState = codeList("OSS_STATE", "启用状态", "In use", {
  "1": ["停用", "Off", "neutral"],
  "2": ["启用", "In use", "good"],
});

/** Where the bucket is in an address: in the path, or as the first part of the host. */
export const ossAddressing = codeList("OSS_ADDRESSING", "寻址方式", "Addressing", {
  "1": ["路径方式", "Path style"],
  "2": ["虚拟主机方式", "Virtual host"],
});

const secret = { writeOnly: true, encrypted: true } as const;

/**
 * A place for files; new ones go to the one that is in use, each is read where it lies. The local folder is built in; all others speak
 * the S3 protocol.
 */
export const StorageProvider = entity(
  "StorageProvider",
  "对象存储配置",
  "Storage provider",
  {
    ossCode: text(20, "资源编号", "Number", "required"),
    category: code(ossCategory, "分类", "Provider", "required"),
    endpoint: text(300, "资源地址", "Endpoint"),
    bucketName: text(100, "空间名", "Bucket"),
    accessKey: text(100, "accessKey", "Access key", "optional", secret),
    secretKey: text(100, "secretKey", "Secret key", "optional", secret),
    appId: text(50, "应用ID", "Application ID"),
    region: text(50, "地域", "Region"),
    addressing: code(ossAddressing, "寻址方式", "Addressing"),
    keyPrefix: text(50, "路径前缀", "Key prefix"),
    status: code(ossState, "启用状态", "In use", "computed", { always: true }),
    /** Files that lie there, without copies left behind. */
    fileCount: int("文件数", "Files", "computed", { derived: true }),
  },
  {
    title: "ossCode",
    filters: ["ossCode", "category", "status"],
    sorts: ["ossCode", "createTime"],
    order: ["-createTime"],
  },
);
export interface StorageProviderRow extends Row<typeof StorageProvider> {}

const path = "/api/blade-resource/oss";

export const storageProviderCalls = {
  ...crudCalls(StorageProvider, path, "oss", ["bureau"]),
  export: exportCall(StorageProvider, path, "oss", ["bureau"]),
  /** Tests a place and puts it in use instead of the present one. */
  enable: call({
    name: "StorageProvider.enable",
    method: "POST",
    path: `${path}/enable`,
    zh: "启用对象存储配置",
    en: "Put a storage provider in use",
    access: "oss_enable",
    audience: ["bureau"],
    style: "query",
    input: byId,
  }),
  /** Writes, reads and removes a small object. */
  test: call({
    name: "StorageProvider.test",
    method: "POST",
    path: `${path}/test`,
    zh: "测试对象存储配置",
    en: "Try a storage provider",
    access: "oss_enable",
    audience: ["bureau"],
    style: "query",
    input: byId,
    output: record({ milliseconds: int("用时", "Time taken", "required", { unitZh: "毫秒", unitEn: "ms" }) }),
  }),
  /** Moves all files of a place to the one in use, in the background; what is copied is read back and compared before it counts. */
  copy: call({
    name: "StorageProvider.copy",
    adds: "more",
    method: "POST",
    path: `${path}/copy`,
    zh: "迁移文件",
    en: "Move files to the provider in use",
    access: "oss_copy",
    audience: ["bureau"],
    style: "query",
    input: record({
      id: id("来源", "From", "required"),
      removeSource: code(yesNo, "迁移后删除原文件", "Remove the originals", "required"),
    }),
    output: startedJob,
  }),
};
