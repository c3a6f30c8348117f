import { type Row, entity } from "../core/entity.ts";
import { datetime, lookup, ref, text } from "../core/fields/field.ts";
import { rowShape } from "../core/fields/shape.ts";

/** A process of which somebody was sent a copy, to know of it. */
export const FlowCopy = entity(
  "FlowCopy",
  "流程抄送",
  "Copy",
  {
    processInstanceId: ref("FlowFollow", "流程实例", "Process", "computed", { always: true }),
    title: lookup("processInstanceId", "FlowFollow", "title", "标题", "Title"),
    processDefinitionName: lookup(
      "processInstanceId",
      "FlowFollow",
      "processDefinitionName",
      "流程名称",
      "Name of the process",
    ),
    processDefinitionKey: lookup("processInstanceId", "FlowFollow", "processDefinitionKey", "流程标识", "Key"),
    businessId: lookup("processInstanceId", "FlowFollow", "businessId", "业务ID", "Row"),
    userId: ref("User", "接收人", "To", "computed", { always: true }),
    senderName: lookup("createUser", "User", "realName", "抄送人", "Sent by"),
    opinion: text(500, "说明", "What was said", "computed"),
    readTime: datetime("阅读时间", "Read", "computed"),
  },
  { title: "title", filters: ["title", "createTime", "readTime"], sorts: [], order: ["-createTime"] },
);
export interface FlowCopyRow extends Row<typeof FlowCopy> {}
export const copyRow = rowShape(FlowCopy);
