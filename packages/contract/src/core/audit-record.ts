import { datetime, id, text } from "./fields/field.ts";
import { record } from "./fields/shape.ts";

/** One action in the history of a row (办理记录), oldest first in its detail. */
export const auditRecordShape = record({
  auditId: id("记录", "Record", "required"),
  action: text(60, "动作", "Action", "required"),
  fromStatus: text(20, "原状态", "From"),
  toStatus: text(20, "新状态", "To"),
  opinion: text(500, "意见", "Opinion"),
  operatorName: text(50, "操作人", "By", "required"),
  operatorRole: text(200, "操作角色", "Role", "required"),
  operateTime: datetime("操作时间", "When", "required"),
  clientIp: text(50, "来源IP", "Address"),
});
