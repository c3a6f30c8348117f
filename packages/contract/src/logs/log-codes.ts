import { codeList } from "../core/fields/field.ts";

export const logLevel = codeList("LOG_LEVEL", "日志级别", "Level", {
  debug: ["调试", "Debug"],
  info: ["信息", "Info", "good"],
  warn: ["警告", "Warning", "waiting"],
  error: ["错误", "Error", "bad"],
});

/** The outcome of a call. */
export const callOutcome = codeList("CALL_OUTCOME", "调用结果", "Outcome", {
  "1": ["成功", "Done", "good"],
  "2": ["拒绝", "Refused", "waiting"],
  "3": ["失败", "Failed", "bad"],
});
