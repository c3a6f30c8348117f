import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, id, int, ref, text } from "../core/fields/field.ts";
import { branchShape, list, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { type Branch, treeNode } from "../core/tree.ts";

export const deptCategory = codeList("DEPT_CATEGORY", "部门类型", "Kind of department", {
  "1": ["局机关", "Bureau section"],
  "2": ["培训机构", "Institution"],
  "3": ["企业", "Enterprise"],
  "4": ["镇(街道)", "Town or sub-district"],
});

/** Bureau sections, institutions and enterprises as units that users belong to. */
export const Department = entity(
  "Department",
  "部门(单位)",
  "Department",
  {
    orgName: text(100, "部门名称", "Name", "required"),
    fullName: text(200, "全称", "Full name"),
    parentId: ref("Department", "上级部门", "Part of"),
    deptCategory: code(deptCategory, "部门类型", "Kind", "required"),
    creditCode: text(18, "统一社会信用代码", "Credit code", "submit", { format: "creditCode" }),
    regionCode: text(12, "区划", "Region", "optional", { region: true }),
    sort: int("排序", "Order", "required", { min: 0, max: 9999 }),
  },
  {
    filters: ["orgName", "deptCategory"],
    sorts: ["sort", "orgName"],
    order: ["sort"],
    idName: "orgId",
    title: "orgName",
    grams: ["orgName"],
  },
);
export interface DepartmentRow extends Row<typeof Department> {}

/** Kinds that a credit code identifies. */
export const hasCreditCode = (category: unknown): boolean => category === "2" || category === "3";

const path = "/api/blade-system/dept";
const { detail, submit, remove } = crudCalls(Department, path, "dept");
const view = { method: "GET", access: "dept_view" } as const;

export const departmentCalls = {
  export: exportCall(Department, path, "dept"),
  import: importCalls(Department, path, "dept"),
  /** All departments that match, as a tree. */
  list: call({
    ...view,
    name: "Department.list",
    path: `${path}/list`,
    zh: "部门列表",
    en: "Departments",
    input: queryShape(Department),
    output: list(branchShape<Branch<DepartmentRow>>(Department)),
  }),
  /** One level; without a parent, and with something to look for, all levels are searched. */
  lazyList: call({
    ...view,
    name: "Department.lazyList",
    path: `${path}/lazy-list`,
    zh: "下级部门",
    en: "Departments of a level",
    input: record({
      parentId: id("上级部门", "Part of", "optional"),
      orgName: text(100, "部门名称", "Name"),
      deptCategory: code(deptCategory, "部门类型", "Kind"),
    }),
    output: list(branchShape<Branch<DepartmentRow>>(Department)),
  }),
  /** All departments, to pick one; a `tenantId` other than the caller's own is ignored. */
  tree: call({
    ...view,
    name: "Department.tree",
    path: `${path}/tree`,
    zh: "部门树",
    en: "Department tree",
    access: ["dept_view", "user_view"],
    input: record({ tenantId: text(12, "租户", "Tenant") }),
    output: list(treeNode),
  }),
  detail: { ...detail, output: rowShape(Department, { parentName: text(100, "上级部门", "Part of", "computed") }) },
  submit,
  remove,
};
