import { call } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { int, long, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";
import { logCalls } from "./log-calls.ts";
import { maxLogEntries } from "./log-limits.ts";

/** Errors of the server, and those that browsers have reported. */
export const ErrorLog = entity(
  "ErrorLog",
  "错误日志",
  "Error log",
  {
    exceptionName: text(255, "异常名", "Error", "computed"),
    serviceId: text(32, "服务ID", "Service", "computed", { exact: true }),
    requestUri: text(255, "请求地址", "Address", "computed"),
    methodClass: text(255, "方法类", "Class", "computed"),
    methodName: text(255, "方法名", "Function", "computed"),
    fileName: text(255, "文件名", "File", "computed"),
    lineNumber: int("行号", "Line", "computed", { name: true }),
    createBy: text(50, "创建人", "Account", "computed", { exact: true }),
    remoteIp: text(50, "来源IP", "Caller", "computed"),
    requestId: text(64, "请求编号", "Request", "computed", { exact: true }),
    message: long("异常信息", "Message", "computed"),
    stackTrace: long("堆栈", "Stack", "computed"),
    params: long("操作数据", "Input", "computed"),
  },
  {
    title: "exceptionName",
    filters: ["createTime", "exceptionName", "serviceId", "requestId"],
    order: ["-createTime"],
    grams: ["exceptionName"],
  },
);
export interface ErrorLogRow extends Row<typeof ErrorLog> {}

/** Texts may come as long as a body may be; what is too long is cut, not refused. */
const anyLength = (zh: string, en: string) => ({ ...long(zh, en), length: 5_000_000 });
const logEntry = record({
  url: anyLength("地址", "Address"),
  time: anyLength("时间", "Time"),
  type: anyLength("类型", "Type"),
  message: anyLength("内容", "Content"),
  stack: anyLength("堆栈", "Stack"),
  info: anyLength("信息", "Information"),
});

const path = "/api/zjgrsj-log/error";
export const errorLogCalls = {
  ...logCalls(ErrorLog, path, "error_log"),
  upload: call({
    name: "ErrorLog.upload",
    adds: "more",
    method: "POST",
    path: `${path}/upload`,
    zh: "上传浏览器日志",
    en: "Upload of a browser’s log",
    access: "signedIn",
    input: list(logEntry, maxLogEntries),
  }),
};
