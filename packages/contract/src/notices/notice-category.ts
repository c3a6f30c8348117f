import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { crudCalls } from "../core/call.ts";
import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, int, ref, text } from "../core/fields/field.ts";

/** What notices are about, in two levels. */
export const NoticeCategory = entity(
  "NoticeCategory",
  "公告类别",
  "Notice category",
  {
    categoryNo: text(20, "类别编号", "Number", "required", { format: "codeNumber" }),
    categoryName: text(50, "类别名称", "Name", "required"),
    parentId: ref("NoticeCategory", "上级", "Above"),
    sort: int("排序", "Order", "required", { min: 0, max: 9999 }),
    isValid: code(validity, "是否有效", "Validity", "required"),
  },
  {
    idName: "categoryId",
    title: "categoryName",
    filters: ["categoryNo", "categoryName", "parentId", "isValid"],
    sorts: ["sort"],
    order: ["sort"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface NoticeCategoryRow extends Row<typeof NoticeCategory> {}

const path = "/api/zjgrsj-train/information/noticecategory";
export const noticeCategoryCalls = {
  ...crudCalls(NoticeCategory, path, "notice_category"),
  export: exportCall(NoticeCategory, path, "notice_category"),
  import: importCalls(NoticeCategory, path, "notice_category"),
};
