import { type Row, entity } from "../core/entity.ts";
import { files, ref, text } from "../core/fields/field.ts";

/** Files that somebody filled into a field of the form of a process. Written once; whoever sees the field opens them. */
export const FlowFormFile = entity(
  "FlowFormFile",
  "流程表单附件",
  "Files of a form",
  {
    processInstanceId: ref("FlowFollow", "流程实例", "Process", "computed", { always: true }),
    fieldName: text(255, "表单字段", "Field of the form", "computed", { always: true }),
    attachmentList: files("附件", "Attachments", "computed"),
  },
  { title: "fieldName", filters: ["processInstanceId"], sorts: [], order: ["createTime"] },
);
export interface FlowFormFileRow extends Row<typeof FlowFormFile> {}
