import { byId, call } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { datetime, long, text } from "../core/fields/field.ts";
import { list, optional, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";

/** One audit action on one row; written in its transaction, never changed. Read here across all rows, and in the history of each. */
export const AuditRecord = entity(
  "AuditRecord",
  "办理记录",
  "Audit record",
  {
    operateTime: datetime("操作时间", "When", "computed"),
    bizType: text(60, "业务对象", "Kind of row", "computed", { exact: true }),
    bizId: text(20, "数据主键", "Id of the row", "computed", { exact: true, within: "bizType" }),
    action: text(60, "动作", "Action", "computed", { exact: true }),
    fromStatus: text(20, "原状态", "From", "computed"),
    toStatus: text(20, "新状态", "To", "computed"),
    opinion: text(500, "意见", "Opinion", "computed"),
    operatorId: text(20, "操作人", "By", "computed", { exact: true }),
    operatorName: text(50, "操作人姓名", "Name", "computed"),
    operatorRole: text(200, "操作角色", "Role", "computed"),
    clientIp: text(50, "来源IP", "Address", "computed"),
  },
  {
    title: "action",
    idName: "auditId",
    table: "audit_trail",
    filters: ["operateTime", "bizType", "bizId", "action", "operatorId"],
    sorts: ["operateTime"],
    order: ["-operateTime"],
  },
);

const words = { zh: long("中文", "Chinese", "required"), en: long("英文", "English", "required") };
const inWords = record(words);
/** The labels of the codes, and the title of the row concerned. */
const read = {
  kind: inWords,
  actionName: inWords,
  from: optional(inWords),
  to: optional(inWords),
  roles: inWords,
  rowTitle: text(200, "数据", "Row", "computed"),
  rowTitleEn: text(200, "数据（英文）", "Row (English)", "computed"),
};
/** A value that an action changed; several where it is a list. Masked for readers who may not see it. */
const change = record({ ...words, before: list(inWords), after: list(inWords) });
export type Change = NonNullable<(typeof change)["$value"]>;
export interface AuditRecordRow extends Row<typeof AuditRecord> {
  kind: { zh: string; en: string };
  actionName: { zh: string; en: string };
  from?: { zh: string; en: string };
  to?: { zh: string; en: string };
  roles: { zh: string; en: string };
  rowTitle?: string | null;
  rowTitleEn?: string | null;
}

const named = list(record({ name: text(60, "名称", "Name", "required"), ...words }));
const path = "/api/zjgrsj-log/audit";
const audience = ["bureau"] as const;
const view = { method: "GET", access: "audit_trail_view", audience } as const;

export const auditRecordCalls = {
  list: call({
    ...view,
    name: "AuditRecord.list",
    path: `${path}/list`,
    zh: "操作审计列表",
    en: "Audit records",
    input: queryShape(AuditRecord),
    output: pageShape(rowShape(AuditRecord, read)),
  }),
  /** With the values that the action changed. */
  detail: call({
    ...view,
    name: "AuditRecord.detail",
    path: `${path}/detail`,
    zh: "操作审计详情",
    en: "An audit record",
    input: byId,
    output: rowShape(AuditRecord, { ...read, changes: list(change) }),
  }),
  /** Kinds of rows and actions that the list can be filtered by. */
  words: call({
    ...view,
    name: "AuditRecord.words",
    path: `${path}/words`,
    zh: "操作审计名称",
    en: "Kinds and actions",
    output: record({ kinds: named, actions: named }),
  }),
  export: exportCall(AuditRecord, path, "audit_trail", audience),
};
