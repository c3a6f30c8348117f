import { byId, call } from "../core/call.ts";
import { code, codeList, datetime, id, int, text } from "../core/fields/field.ts";
import { any, file, flag, list, optional, record } from "../core/fields/shape.ts";

/** Documents in an editor of the browser, by the protocol of OnlyOffice, and the versions that come of it. */

const path = "/api/zjgrsj-file/document";

/** What the editor calls the kinds of documents. */
export type DocumentKind = "word" | "cell" | "slide";
const kinds: Readonly<Record<string, DocumentKind>> = {
  doc: "word",
  docx: "word",
  odt: "word",
  txt: "word",
  xls: "cell",
  xlsx: "cell",
  ods: "cell",
  csv: "cell",
  ppt: "slide",
  pptx: "slide",
  odp: "slide",
};
/** @param fileType extension as stored; undefined: the editor does not open it */
export const findDocumentKind = (fileType: string): DocumentKind | undefined =>
  Object.hasOwn(kinds, fileType) ? kinds[fileType] : undefined;

/** The editor saves these in a newer format than they have, so they are shown only. */
export const shownOnly: ReadonlySet<string> = new Set(["doc", "xls", "ppt"]);

export const documentMode = codeList("DOCUMENT_MODE", "打开方式", "Mode", {
  edit: ["编辑", "Edit"],
  view: ["只读", "Read only"],
});
export type DocumentMode = keyof (typeof documentMode)["codes"];

/** Where the content of a version came from. */
export const versionOrigin = codeList("VERSION_ORIGIN", "来源", "Source", {
  first: ["首次上传", "First upload"],
  editor: ["在线编辑", "Editor"],
  upload: ["重新上传", "Upload"],
  restore: ["恢复旧版本", "Restored"],
});
export type VersionOrigin = keyof (typeof versionOrigin)["codes"];

/** The content of a document as the document server fetches it: an address that counts for some minutes. */
const ticket = {
  key: text(120, "存储标识", "Stored as", "required"),
  type: text(12, "文件类型", "File type", "required"),
  until: int("有效期止", "Valid until", "required", { min: 0, max: 9_999_999_999 }),
  seal: text(64, "签名", "Signature", "required", { writeOnly: true }),
  tenantId: text(6, "租户", "Tenant"),
};

const versionInput = record({
  id: id("附件", "Attachment", "required"),
  versionNo: int("版本号", "Version", "required", { min: 1, max: 100_000 }),
});

export const editorCalls = {
  /** What the page needs: the file, whether this user may change it, and where there is a document server, its signed configuration. */
  open: call({
    name: "Document.open",
    method: "POST",
    path: `${path}/open`,
    zh: "打开文档",
    en: "Open a document",
    access: "signedIn",
    writes: false,
    input: record({
      id: id("附件", "Attachment", "required"),
      mode: code(documentMode, "打开方式", "Mode", "optional"),
      language: text(5, "语言", "Language"),
    }),
    output: record({
      fileName: text(200, "文件名", "File name", "required"),
      fileType: text(12, "文件类型", "File type", "required"),
      attLink: text(500, "链接", "Link", "required"),
      mode: code(documentMode, "打开方式", "Mode", "required"),
      mayEdit: flag("可修改", "Whether the user may change it"),
      /** Null where no document server is set up, or it does not know the type. */
      script: text(500, "编辑器脚本", "Script of the editor"),
      /** As the document server defines it; its token signs the rest. */
      config: optional(any<EditorConfig>()),
    }),
  }),
  versions: call({
    name: "Document.versions",
    method: "GET",
    path: `${path}/versions`,
    zh: "文档版本",
    en: "Versions of a document",
    access: "signedIn",
    input: byId,
    output: list(
      record({
        versionNo: int("版本号", "Version", "required"),
        origin: code(versionOrigin, "来源", "Source", "required"),
        fileSize: int("大小", "Size", "required"),
        createTime: datetime("保存时间", "Saved", "required"),
        userName: text(50, "保存人", "Saved by"),
      }),
    ),
  }),
  version: call({
    name: "Document.version",
    method: "GET",
    path: `${path}/version`,
    zh: "下载文档版本",
    en: "Download a version",
    access: "signedIn",
    input: versionInput,
    output: file("any"),
  }),
  /** Makes the content of an earlier version the newest one. */
  restore: call({
    name: "Document.restore",
    method: "POST",
    path: `${path}/restore`,
    zh: "恢复文档版本",
    en: "Restore a version",
    access: "signedIn",
    adds: "more",
    input: versionInput,
    output: record({ versionNo: int("版本号", "Version", "required") }),
  }),
  /** Stores one `file` of the same type as the newest version. */
  upload: call({
    name: "Document.upload",
    method: "POST",
    path: `${path}/upload`,
    zh: "上传文档新版本",
    en: "Upload a version",
    access: "signedIn",
    style: "multipart",
    input: record({ id: id("附件", "Attachment", "required") }),
    output: record({ versionNo: int("版本号", "Version", "required") }),
  }),
  /** For the document server: the bytes. */
  content: call({
    name: "Document.content",
    method: "GET",
    path: `${path}/content`,
    zh: "文档内容（文档服务器）",
    en: "Content for the document server",
    access: "public",
    input: record(ticket),
    output: file("any"),
  }),
  /** For the document server: what became of an edited document. The body is not looked at, but what its token signs. */
  callback: call({
    name: "Document.callback",
    method: "POST",
    path: `${path}/callback`,
    zh: "文档服务器回调",
    en: "Callback of the document server",
    access: "public",
    flat: true,
    input: record({ token: text(20_000, "令牌", "Token", "optional", { writeOnly: true }) }),
    output: record({ error: int("结果", "Result", "required") }),
  }),
};

/** The configuration of the editor, in the words of its protocol. */
export interface EditorConfig {
  documentType: DocumentKind;
  document: {
    fileType: string;
    /** New for every content, since the document server keeps what it has under a key. */
    key: string;
    title: string;
    url: string;
    permissions: { edit: boolean; download: false; print: false };
  };
  editorConfig: {
    mode: DocumentMode;
    lang: string;
    /** Left out where nothing is saved. */
    callbackUrl?: string;
    user: { id: string; name: string };
    customization: { forcesave: boolean; plugins: false; feedback: false };
  };
  /** JWT (HS256) of all of it. */
  token: string;
}
