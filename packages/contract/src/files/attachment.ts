import { exportCall } from "../core/export.ts";
import { crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, int, lookup, ref, text } from "../core/fields/field.ts";
import { attachmentOwner } from "./attachment-owner.ts";

/** An uploaded file. It belongs to the business rows that name it; who may see such a row may fetch the file. */
export const Attachment = entity(
  "Attachment",
  "系统附件",
  "Attachment",
  {
    fileName: text(200, "文件名", "File name", "required"),
    fileType: text(12, "文件类型", "File type", "computed", { always: true }),
    /** The same, as the answer to an upload calls it. */
    extension: text(12, "文件类型", "File type", "computed", { derived: true }),
    fileSize: int("文件大小", "File size", "computed", { unitZh: "字节", unitEn: "bytes", always: true }),
    attLink: text(500, "链接", "Link", "computed", { always: true }),
    prjId: text(20, "业务ID", "Project"),
    flowNode: text(30, "流程节点", "Step"),
    originalName: text(200, "原名", "Original name", "computed"),
    bizType: text(60, "业务类型", "Kind of row", "computed", { exact: true }),
    /** The same in words. */
    ownerKind: code(attachmentOwner, "所属业务", "Belongs to", "computed", { derived: true }),
    bizId: text(20, "业务主键", "Row", "computed", { exact: true, within: "bizType" }),
    sha256: text(64, "摘要", "SHA-256", "computed", { always: true }),
    downloadCount: int("下载次数", "Downloads", "computed", { always: true }),
    /** Business rows that name the file; none: it may be removed. */
    useCount: int("引用数", "Uses", "computed", { derived: true }),
    uploader: lookup("createUser", "User", "name", "上传人", "Uploaded by"),
    /** The place that holds it, and what that is called. */
    providerId: ref("StorageProvider", "存储位置", "Stored at", "computed", { derived: true }),
    domain: text(200, "存储位置", "Stored at", "computed", { derived: true }),
    orgId: ref("Organisation", "机构", "Institution", "computed"),
    entId: ref("Department", "企业", "Enterprise", "computed"),
  },
  {
    idName: "attId",
    title: "fileName",
    filters: [
      "fileName",
      "fileType",
      "fileSize",
      "bizType",
      "ownerKind",
      "bizId",
      "prjId",
      "flowNode",
      "uploader",
      "providerId",
      "createTime",
    ],
    sorts: ["fileName", "fileSize"],
    order: ["-createTime"],
    grams: ["fileName"],
    pageSize: 30,
  },
);
export interface AttachmentRow extends Row<typeof Attachment> {}

const path = "/api/zjgrsj-file/attach";
export const attachmentCalls = {
  ...crudCalls(Attachment, path, "attach"),
  export: exportCall(Attachment, path, "attach"),
};
