import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  download: "Download",
  file: "File",
  storage: {
    enable: "Put in use",
    enableTitle: "Put “{name}” in use",
    enableText:
      "It is tried first. From then on new files go there; the one in use goes out of use, and its files stay readable.",
    enabled: "Put in use",
    inUse: "Already in use",
    test: "Test",
    testTitle: "Test of “{name}”",
    testing: "Writing, reading and removing a small file …",
    passed: "It works: {n} ms.",
    again: "Test again",
    copy: "Move files",
    copyTitle: "Move the files of “{name}”",
    copyText:
      "What it holds (files: {n}) is copied to the provider in use, compared one by one, and then read from there. It can be cancelled at any time, and done again.",
    copyRemove: "Remove the originals once compared",
    copyStart: "Start",
    copyStarted: "Started; the tray of jobs shows how far it is",
    nothing: "No files",
    here: "New files go here",
    keep: "Keys are written and never shown; left empty they stay as they are.",
    hint1:
      "MinIO: an endpoint like http://10.0.0.8:9000. Addresses of the own network must be allowed by the operator (INTERNAL_HOSTS).",
    hint2: "Qiniu: an endpoint like https://s3.cn-east-1.qiniucs.com; the bucket is its “S3 bucket name”.",
    hint3: "Aliyun: an endpoint like https://s3.oss-cn-hangzhou.aliyuncs.com.",
    hint4:
      "Tencent: an endpoint like https://cos.ap-guangzhou.myqcloud.com; the bucket ends in the application ID (files-1250000000), or the ID is given beside it.",
    hint5: "Local: files lie in the data folder of the server. It is built in, needs no settings and cannot be added.",
    hintRegion:
      "No region is needed where the endpoint names it. With files in it, provider, bucket and key prefix stay as they are.",
  },
} satisfies Translation<typeof zh>;
