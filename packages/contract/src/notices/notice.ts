import { exportCall } from "../core/export.ts";
import { byId, call, crudCalls, picked } from "../core/call.ts";
import { yesNo } from "../core/fields/flags.ts";
import { attachedFile } from "./published/attached-file.ts";
import { noticeStatus } from "./notice-status.ts";
import { type Row, entity } from "../core/entity.ts";
import {
  code,
  codeList,
  codes,
  date,
  datetime,
  files,
  id,
  int,
  long,
  lookup,
  ref,
  text,
} from "../core/fields/field.ts";
import { file, list, none, pageShape, queryShape, record, rowShape, saveShape } from "../core/fields/shape.ts";

export const noticeTarget = codeList("NOTICE_TARGET", "接收对象", "For", {
  UsedByOrg: ["培训机构", "Institutions"],
  UsedByManage: ["管理部门", "Bureau"],
  UsedByPerson: ["学员", "Students"],
  enterprise: ["企业", "Enterprises"],
  public: ["公众", "Everybody"],
});

/** A notice of the bureau. Its text is HTML that the server has cut down to a few harmless elements. */
export const Notice = entity(
  "Notice",
  "通知公告",
  "Notice",
  {
    title: text(200, "标题", "Title", "required"),
    categoryId: ref("NoticeCategory", "类别", "Category", "required"),
    categoryName: lookup("categoryId", "NoticeCategory", "categoryName", "类别", "Category"),
    target: codes(noticeTarget, "接收对象", "For", "required"),
    isTop: code(yesNo, "置顶", "On top", "required"),
    content: long("内容", "Content", "required"),
    publishStatus: code(noticeStatus, "发布状态", "Status", "computed"),
    publishTime: datetime("发布时间", "Published", "computed"),
    publishUser: ref("User", "发布人", "Published by", "computed"),
    expireDate: date("失效日期", "Expires"),
    readCount: int("阅读数", "Reads", "computed"),
    attachmentList: files(),
  },
  {
    idName: "noticeId",
    title: "title",
    filters: ["title", "categoryId", "publishStatus", "target", "publishTime", "expireDate", "createTime"],
    sorts: ["publishTime", "readCount", "title"],
    order: ["-isTop", "-publishTime"],
    grams: ["title"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface NoticeRow extends Row<typeof Notice> {}

const path = "/api/zjgrsj-train/information/notice";
const crud = crudCalls(Notice, path, "notice");

/** A file of a notice, under the names that older clients read. */
export const noticeAttachment = record({ noticeId: id("公告ID", "Notice", "required"), ...attachedFile });
export type NoticeAttachment = NonNullable<(typeof noticeAttachment)["$value"]>;

const readable = rowShape(Notice);
/** On the public list a notice shows its text at once, since a reader without account has no detail page. */
const onPublicList = rowShape(Notice, { content: long("内容", "Content") });

export const noticeCalls = {
  ...crud,
  export: exportCall(Notice, path, "notice"),
  listPublicAll: call({
    name: "Notice.listPublicAll",
    method: "GET",
    path: `${path}/listPublicAll`,
    zh: "公开通知公告",
    en: "Public notices",
    access: "public",
    input: queryShape(Notice),
    output: pageShape(onPublicList),
  }),
  setPublishStatus: call({
    name: "Notice.setPublishStatus",
    method: "POST",
    path: `${path}/setPublishStatus`,
    zh: "发布或撤回公告",
    en: "Publish or withdraw notices",
    access: ["notice_publish", "notice_withdraw"],
    style: "query",
    input: record({
      ids: picked(),
      status: code(noticeStatus, "发布状态", "Status", "required"),
      publishTime: datetime("发布时间", "Published"),
    }),
    output: none,
  }),
  /** The fields of the notice, `file` repeated, and `fileDel`: ids of files taken off. */
  submitWithAtt: call({
    name: "Notice.submitWithAtt",
    method: "POST",
    path: `${path}/submitWithAtt`,
    zh: "保存公告及附件",
    en: "Save a notice with its files",
    access: ["notice_add", "notice_edit"],
    style: "multipart",
    files: "several",
    input: saveShape(Notice),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  selectAtt: call({
    name: "Notice.selectAtt",
    method: "GET",
    path: `${path}/select-att`,
    zh: "公告附件",
    en: "Files of a notice",
    access: "public",
    input: record({ noticid: id("公告ID", "Notice", "required") }),
    output: list(noticeAttachment, 20),
  }),
  /** `filename` is the link of a file, or its name where that is unmistakable. */
  downloadFile: call({
    name: "Notice.downloadFile",
    method: "GET",
    path: `${path}/downloadFile`,
    zh: "下载公告附件",
    en: "Download a file of a notice",
    access: "public",
    input: record({ filename: text(500, "文件名", "File name", "required") }),
    output: file("any"),
  }),
  /** A published notice as its readers see it; counted as read once a reader. */
  read: call({
    name: "Notice.read",
    method: "GET",
    path: `${path}/read`,
    zh: "阅读公告",
    en: "Read a notice",
    access: "public",
    input: byId,
    output: readable,
    writes: true,
  }),
};
