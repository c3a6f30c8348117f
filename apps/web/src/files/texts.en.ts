import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  download: "Download",
  file: "File",
  document: {
    title: "Document",
    editing: "Editing",
    reading: "Read only",
    toRead: "Switch to reading",
    toEdit: "Switch to editing",
    versions: "Versions",
    version: "Version {n}",
    now: "Current",
    download: "Download",
    downloadFile: "Download the file",
    restore: "Restore",
    restoreAsk: "Make version {n} the newest one?",
    yes: "Yes",
    no: "Cancel",
    restored: "Version {n} restored",
    upload: "Upload a new version (.{type})",
    uploaded: "The new version is saved",
    noServer:
      "No document server is set up, so documents cannot be edited here. Download the file, change it, and upload it as a new version.",
    noServerRead: "No document server is set up, so documents cannot be opened here. Please download the file.",
    unreachable:
      "The editor cannot be opened. Please try again later, or ask an administrator to check the document server.",
  },
  storage: {
    enable: "Enable",
    enableTitle: "Enable “{name}”",
    enableText:
      "It is tested first. New files are then stored there; the storage used so far is disabled, and its files stay readable.",
    enabled: "Enabled",
    inUse: "Already enabled",
    test: "Test",
    testTitle: "Test “{name}”",
    testing: "Writing, reading and removing a small file …",
    passed: "Passed in {n} ms.",
    again: "Test again",
    copy: "Move files",
    copyTitle: "Move the files of “{name}”",
    copyText:
      "Its files ({n}) are copied to the enabled storage, verified one by one, and then read from there. This can be cancelled at any time, and repeated.",
    copyRemove: "Delete the originals once verified",
    copyStart: "Start",
    copyStarted: "Started; the job list shows the progress",
    nothing: "No files",
    here: "New files go here",
    keep: "Keys are never shown. Leave them empty to keep them.",
    hint1:
      "MinIO: an endpoint like http://10.0.0.8:9000. Addresses of the own network must be allowed by the operator (INTERNAL_HOSTS).",
    hint2: "Qiniu: an endpoint like https://s3.cn-east-1.qiniucs.com; the bucket is its “S3 bucket name”.",
    hint3: "Aliyun: an endpoint like https://s3.oss-cn-hangzhou.aliyuncs.com.",
    hint4:
      "Tencent: an endpoint like https://cos.ap-guangzhou.myqcloud.com; the bucket ends in the application ID (files-1250000000), or the ID is given beside it.",
    hint5:
      "Local: files are stored in the data folder of the server. It is built in, needs no settings and cannot be added.",
    hintRegion:
      "No region is needed if the endpoint names it. Once it holds files, provider, bucket and key prefix can no longer be changed.",
  },
} satisfies Translation<typeof zh>;
