import { byId, call } from "../../core/call.ts";
import { type Row, entity } from "../../core/entity.ts";
import { code, codeList, date, datetime, files, id, text } from "../../core/fields/field.ts";
import { list, record, saveShape } from "../../core/fields/shape.ts";
import { machine } from "../../core/machine.ts";
import { resource } from "../../core/resource.ts";
import { attachedFile } from "./attached-file.ts";
import { noticeStatus } from "../notice-status.ts";
import { publication, publish, publishing, withdraw } from "./publication.ts";

export const fileKind = codeList("FILE_KIND", "文件类型", "Kind of document", {
  "1": ["国家", "State"],
  "2": ["省", "Province"],
  "3": ["市", "City"],
  "4": ["县", "County"],
  "5": ["表格下载", "Form"],
});

/** A policy document or a form, for download. */
export const FileNotice = entity(
  "FileNotice",
  "文件通知",
  "Document",
  {
    fileNo: text(60, "文号", "Document number"),
    title: text(200, "标题", "Title", "required"),
    issueOrg: text(100, "发文单位", "Issued by", "required"),
    issueDate: date("发文日期", "Issued", "required"),
    fileKind: code(fileKind, "文件类型", "Kind", "required"),
    summary: text(500, "摘要", "Summary"),
    publishStatus: code(noticeStatus, "发布状态", "Status", "computed", { always: true }),
    publishTime: datetime("发布时间", "Published", "computed"),
    expireDate: date("失效日期", "Expires"),
    attachmentList: files(),
  },
  {
    idName: "fileNoticeId",
    title: "title",
    filters: ["title", "fileNo", "fileKind", "publishStatus", "issueDate"],
    sorts: ["issueDate", "publishTime", "title"],
    order: ["-issueDate"],
    grams: ["title", "fileNo"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface FileNoticeRow extends Row<typeof FileNotice> {}

/** Published by saving it, hence with the right to change it. */
export const fileNoticeMachine = machine({
  ...publication,
  name: "fileNotice",
  zh: "文件通知",
  en: "Document",
  entity: "FileNotice",
  resource: "file_notice",
  actions: {
    publish: { ...publish, permission: "file_notice_edit" },
    withdraw: { ...withdraw, permission: "file_notice_edit" },
  },
});

const path = "/api/zjgrsj-train/basics/file_notice";
export const fileNoticeResource = resource(FileNotice, {
  resource: "file_notice",
  path,
  page: "/information/file",
  menu: { no: "B1302", en: "Documents", roles: ["clerk"] },
  rights: "LCED LCED L L L L L V V V V V V",
  ownRoutes: true,
});
const input = saveShape(FileNotice, publishing);
const saved = record({ id: id("主键", "Id", "required") });

export const fileNoticeCalls = {
  ...fileNoticeResource.calls,
  /** Saves; with a `publishStatus` that the document does not have, publishes or withdraws it. */
  submit: call({ ...fileNoticeResource.calls.submit, input, output: saved }),
  /** The fields of the document, `file` repeated, and `fileDel`: ids of files taken off. */
  submitWithAtt: call({
    name: "FileNotice.submitWithAtt",
    method: "POST",
    path: `${path}/submitWithAtt`,
    zh: "保存文件通知及附件",
    en: "Save a document with its files",
    access: ["file_notice_add", "file_notice_edit"],
    style: "multipart",
    files: "several",
    input,
    output: saved,
  }),
  selectAtt: call({
    name: "FileNotice.selectAtt",
    method: "GET",
    path: `${path}/select-att`,
    zh: "文件通知的附件",
    en: "Files of a document",
    access: "public",
    input: byId,
    output: list(record(attachedFile), 20),
  }),
};
