import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codes, data, datetime, id, int, long, ref, text } from "../core/fields/field.ts";
import { file, list, optional, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { dataSetList, reportKind, reportReader } from "./report-codes.ts";
import { layoutShape } from "./report-layout.ts";

/** Most versions that are answered; older ones stay in the database. */
const mostVersions = 100;

/** A report: what it reads, how it is laid out, and who may look at it. */
export const Report = entity(
  "Report",
  "报表",
  "Report",
  {
    name: text(100, "报表名称", "Name", "required"),
    nameEn: text(100, "英文名称", "English name"),
    kind: code(reportKind, "报表类型", "Kind", "required"),
    dataSet: code(dataSetList, "数据集", "Data set", "required"),
    sharedWith: codes(reportReader, "共享角色", "Shared with"),
    layout: data(layoutShape, "版式", "Layout", { always: true }),
    /** Of a form: the workbook that was uploaded last. */
    templateName: text(200, "模板文件", "Template", "computed"),
    versionNo: int("版次", "Version", "computed", { always: true, name: true }),
    /** What the report is made of, in base64: the workbook of a form, else its layout. */
    content: long("文件内容", "Content", "computed", { derived: true, detailOnly: true }),
  },
  {
    title: "name",
    table: "report_design",
    filters: ["name", "kind", "dataSet", "createTime", "updateTime"],
    sorts: ["name", "updateTime"],
    order: ["-updateTime"],
    grams: ["name"],
  },
);
export interface ReportRow extends Row<typeof Report> {}

export const reportPath = "/api/blade-report/report/rest";
const resource = "report";
const crud = crudCalls(Report, reportPath, resource);
const saved = record({ id: id("主键", "Id", "required") });

export const reportCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: rowShape(Report, { auditList: list(auditRecordShape) }) }),
  /** Saves as a new version. A form without a workbook of its own begins with one that has the chosen columns. */
  submit: call({
    name: "Report.submit",
    method: "POST",
    path: `${reportPath}/submit`,
    zh: "保存报表",
    en: "Report: save",
    access: [`${resource}_add`, `${resource}_edit`],
    input: saveShape(Report, {
      layout: optional(layoutShape),
      /** An uploaded workbook. */
      templateId: ref("Attachment", "模板文件", "Template"),
    }),
    output: saved,
  }),
  export: exportCall(Report, reportPath, resource),
  versions: call({
    name: "Report.versions",
    method: "GET",
    path: `${reportPath}/versions`,
    zh: "报表版次",
    en: "Report: versions",
    access: [`${resource}_add`, `${resource}_edit`],
    input: byId,
    output: list(
      record({
        versionNo: int("版次", "Version", "required"),
        kind: Report.fields.kind,
        dataSet: Report.fields.dataSet,
        templateName: Report.fields.templateName,
        layout: layoutShape,
        userName: text(50, "修改人", "Changed by"),
        createTime: datetime("时间", "Time", "required"),
      }),
      mostVersions,
    ),
  }),
  /** Saves an earlier version once more, as the newest. */
  restore: call({
    name: "Report.restore",
    method: "POST",
    path: `${reportPath}/restore`,
    zh: "恢复报表版次",
    en: "Report: restore a version",
    access: `${resource}_edit`,
    adds: "more",
    input: record({ id: id("主键", "Id", "required"), versionNo: int("版次", "Version", "required", { min: 1 }) }),
    output: saved,
  }),
  /** The workbook of a form as it was uploaded, of any version. */
  template: call({
    name: "Report.template",
    method: "GET",
    path: `${reportPath}/template`,
    zh: "下载报表模板",
    en: "Report: template",
    access: [`${resource}_add`, `${resource}_edit`],
    input: record({ id: id("主键", "Id", "required"), versionNo: int("版次", "Version", "optional", { min: 1 }) }),
    output: file("xlsx"),
  }),
};
