import { call, ids } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { date, id, lookup, ref, text } from "../core/fields/field.ts";
import { none, pageShape, queryShape, record, rowShape, saveShape } from "../core/fields/shape.ts";

/** Who acts for an absent colleague from one day to another, both included. */
export const FlowStandIn = entity(
  "FlowStandIn",
  "代理人设置",
  "Stand-in",
  {
    /** The absent colleague; left out, who saves it. Only administrators name another one, whom they see among the users. */
    userId: ref("User", "被代理人", "Absent", "required", { default: "" }),
    userName: { ...lookup("userId", "User", "realName", "被代理人姓名", "Name of the absent"), person: true },
    standInId: ref("User", "代理人", "Stand-in", "required"),
    standInName: { ...lookup("standInId", "User", "realName", "代理人姓名", "Name of the stand-in"), person: true },
    startDate: date("开始日期", "From", "required"),
    endDate: date("结束日期", "To", "required"),
    reason: text(200, "原因", "Reason"),
  },
  {
    title: "standInName",
    filters: ["userId", "standInId", "startDate", "endDate"],
    sorts: ["startDate"],
    order: ["-startDate"],
  },
);
export interface FlowStandInRow extends Row<typeof FlowStandIn> {}

const path = "/api/blade-flow/stand-in";
const resource = "flow_stand_in";

export const standInCalls = {
  list: call({
    name: "FlowStandIn.list",
    method: "GET",
    path: `${path}/list`,
    zh: "代理人列表",
    en: "Stand-ins: list",
    access: `${resource}_view`,
    input: queryShape(FlowStandIn),
    output: pageShape(rowShape(FlowStandIn)),
  }),
  detail: call({
    name: "FlowStandIn.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "代理人详情",
    en: "Stand-in: detail",
    access: `${resource}_view`,
    input: record({ id: id("主键", "Id", "required") }),
    output: rowShape(FlowStandIn),
  }),
  submit: call({
    name: "FlowStandIn.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存代理人",
    en: "Stand-in: save",
    access: [`${resource}_add`, `${resource}_edit`],
    input: saveShape(FlowStandIn),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  remove: call({
    name: "FlowStandIn.remove",
    method: "POST",
    path: `${path}/remove`,
    zh: "删除代理人",
    en: "Stand-in: remove",
    access: `${resource}_delete`,
    style: "query",
    input: ids,
    output: none,
  }),
  export: exportCall(FlowStandIn, path, resource),
};
