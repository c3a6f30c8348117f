import { type Row, entity } from "../core/entity.ts";
import { code, int, long, text } from "../core/fields/field.ts";
import { logCalls } from "./log-calls.ts";
import { callOutcome } from "./log-codes.ts";

/** Log of calls: who made which, with what, how long it took. */
export const ApiLog = entity(
  "ApiLog",
  "接口日志",
  "API log",
  {
    title: text(255, "日志标题", "Call", "computed"),
    titleEn: text(255, "日志标题（英文）", "Call (English)", "computed"),
    type: code(callOutcome, "日志类型", "Outcome", "computed"),
    time: int("执行时间", "Duration", "computed", { unitZh: "毫秒", unitEn: "ms" }),
    createBy: text(50, "创建人", "Account", "computed", { exact: true }),
    serviceId: text(32, "服务ID", "Service", "computed", { exact: true }),
    method: text(10, "操作方式", "Method", "computed"),
    requestUri: text(255, "请求地址", "Address", "computed"),
    methodClass: text(255, "方法类", "Class", "computed"),
    methodName: text(255, "方法名", "Function", "computed"),
    remoteIp: text(50, "来源IP", "Caller", "computed"),
    requestId: text(64, "请求编号", "Request", "computed", { exact: true }),
    params: long("操作数据", "Input", "computed"),
  },
  { title: "title", filters: ["createTime", "title", "requestUri", "createBy", "serviceId"], order: ["-createTime"] },
);
export interface ApiLogRow extends Row<typeof ApiLog> {}

export const apiLogCalls = logCalls(ApiLog, "/api/zjgrsj-log/api", "api_log");
