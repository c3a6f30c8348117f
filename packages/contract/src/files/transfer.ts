import { call } from "../core/call.ts";
import { datetime, id, int, text } from "../core/fields/field.ts";
import { file, record } from "../core/fields/shape.ts";

/** Files up and down. */

const path = "/api/zjgrsj-file/oss/endpoint";

/** Stores one `file` (multipart; limits in core/fields/upload-rules.ts) that its uploader may then name in a business row. */
export const putFileAttach = call({
  name: "putFileAttach",
  method: "POST",
  path: `${path}/put-file-attach`,
  zh: "上传附件",
  en: "Upload a file",
  access: "signedIn",
  style: "multipart",
  input: record({ kind: text(10, "种类", "Kind") }),
  output: record({
    id: id("附件ID", "File id", "required"),
    originalName: text(200, "原名", "Original name", "required"),
    extension: text(12, "扩展名", "Extension", "required"),
    attachSize: int("大小", "Size", "required", { unitZh: "字节", unitEn: "bytes" }),
    link: text(500, "链接", "Link", "required"),
    createTime: datetime("上传时间", "Uploaded", "required"),
  }),
});

/** The bytes of a stored file, for those who may see the row it belongs to. */
export const downloadFile = call({
  name: "downloadFile",
  method: "GET",
  path: `${path}/download-file-fileurl`,
  zh: "下载附件",
  en: "Download a file",
  access: "signedIn",
  input: record({ fileUrl: text(500, "链接", "Link", "required") }),
  output: file("any"),
});

/** The same by the link itself, for clients that ask for what stands in `link`. */
export const openLink = call({
  name: "openLink",
  method: "GET",
  path: "/attach/:name",
  zh: "打开附件链接",
  en: "Open the link of a file",
  access: "signedIn",
  output: file("any"),
});
