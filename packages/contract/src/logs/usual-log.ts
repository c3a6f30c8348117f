import { logCalls } from "./log-calls.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, long, text } from "../core/fields/field.ts";
import { logLevel } from "./log-codes.ts";

/** Business log: what every writing call did, and to which row. */
export const UsualLog = entity(
  "UsualLog",
  "通用日志",
  "Usual log",
  {
    createBy: text(50, "创建人", "Account", "computed", { exact: true }),
    logLevel: code(logLevel, "日志级别", "Level", "computed"),
    logId: text(100, "日志业务ID", "Business id", "computed", { exact: true }),
    serviceId: text(32, "服务ID", "Service", "computed", { exact: true }),
    method: text(10, "操作方式", "Method", "computed"),
    requestUri: text(255, "请求地址", "Address", "computed"),
    remoteIp: text(50, "来源IP", "Caller", "computed"),
    requestId: text(64, "请求编号", "Request", "computed", { exact: true }),
    userAgent: text(500, "用户代理", "Browser", "computed"),
    serverHost: text(255, "服务器名", "Server", "computed"),
    serverIp: text(255, "服务器IP", "Server address", "computed"),
    env: text(30, "环境", "Environment", "computed"),
    logData: long("日志数据", "Data", "computed"),
  },
  { title: "logId", filters: ["createTime", "createBy", "logId", "serviceId"], order: ["-createTime"] },
);
export interface UsualLogRow extends Row<typeof UsualLog> {}

export const usualLogCalls = logCalls(UsualLog, "/api/zjgrsj-log/usual", "usual_log");
