import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { call, crudCalls } from "../core/call.ts";
import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, int, text } from "../core/fields/field.ts";
import { flag, form, list, none, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { type TreeNode, nodeParts } from "../core/tree.ts";

export const regionLevel = codeList("REGION_LEVEL", "区划级别", "Region level", {
  "0": ["国家", "Country"],
  "1": ["省", "Province"],
  "2": ["市", "City"],
  "3": ["县", "County"],
  "4": ["乡镇", "Town"],
  "5": ["村", "Village"],
});

/** Administrative divisions (GB/T 2260), towns and villages below them. Abolished codes stay, for old rows. */
export const Region = entity(
  "Region",
  "行政区划",
  "Region",
  {
    code: text(12, "区划编号", "Code", "required", { format: "digits" }),
    parentCode: text(12, "上级区划", "Parent", "required", { format: "digits" }),
    name: text(50, "区划名称", "Name", "required"),
    fullName: text(200, "全称", "Full name", "computed"),
    regionLevel: code(regionLevel, "区划级别", "Level", "required"),
    sort: int("排序", "Order", "optional", { min: 0, max: 1_000_000 }),
    isValid: code(validity, "是否有效", "Validity", "required", { default: "isValid" }),
  },
  {
    title: "name",
    filters: ["code", "parentCode", "name", "regionLevel", "isValid"],
    sorts: ["code", "name"],
    order: ["code"],
    grams: ["name"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface RegionRow extends Row<typeof Region> {}

/** A region as a picker shows it: id, value and key are its code. */
export type RegionNode = Omit<TreeNode, "children"> & { fullName: string | null; regionLevel: string };

const regionNode = form<RegionNode>("RegionNode", "行政区划节点", "Region of a picker", () => ({
  ...nodeParts,
  fullName: text(200, "全称", "Full name"),
  regionLevel: text(1, "区划级别", "Level", "required"),
}));

/** Code of the country, above the provinces. */
export const rootCode = "00";

/**
 * What a code and those below it begin with: the two or four digits before the zeros of a province or city (330000 → 33), else the whole
 * code (330482 → 330482, of a town 330482001).
 */
export function getRegionPrefix(code: string): string {
  if (code === rootCode) return "";
  return code.length === 6 ? code.replace(/(00){1,2}$/, "") : code;
}

const path = "/api/blade-system/region";
const codeText = (need: "required" | "optional" = "required") =>
  text(12, "区划编号", "Code", need, { format: "digits" });
const below = record({
  parentCode: text(12, "上级区划", "Parent", "optional", { format: "digits" }),
  code: codeText("optional"),
  name: text(50, "区划名称", "Name"),
});
const byCode = record({ code: codeText() });
const save = crudCalls(Region, path, "region").submit;

/** Reading single regions and picking one is open to everybody, since the sign-up of a student without account picks a region too. */
export const regionCalls = {
  export: exportCall(Region, path, "region"),
  import: importCalls(Region, path, "region"),
  list: call({
    name: "Region.list",
    method: "GET",
    path: `${path}/list`,
    zh: "行政区划列表",
    en: "Region: list",
    access: "region_view",
    input: queryShape(Region),
    output: pageShape(rowShape(Region)),
  }),
  detail: call({
    name: "Region.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "行政区划详情",
    en: "Region: detail",
    access: "public",
    input: byCode,
    output: rowShape(Region, { parentName: text(50, "上级区划", "Parent", "computed") }),
  }),
  /** The children of a region, of the country where no parent is named; abolished ones are left out. */
  lazyTree: call({
    name: "Region.lazyTree",
    method: "GET",
    path: `${path}/lazy-tree`,
    zh: "行政区划下级",
    en: "Region: children",
    access: "public",
    input: below,
    output: list(regionNode),
  }),
  /** The same with all that is known about them, abolished ones too. */
  lazyList: call({
    name: "Region.lazyList",
    method: "GET",
    path: `${path}/lazy-list`,
    zh: "行政区划下级列表",
    en: "Region: list of children",
    access: "region_view",
    input: below,
    output: list(rowShape(Region, { hasChildren: flag("是否有下级", "Whether regions stand below") })),
  }),
  /** Search by part of the name or the beginning of the code, higher levels first; at most 50. */
  select: call({
    name: "Region.select",
    method: "GET",
    path: `${path}/select`,
    zh: "行政区划查找",
    en: "Region: search",
    access: "public",
    input: record({ code: codeText("optional"), name: text(50, "区划名称", "Name") }),
    output: list(regionNode),
  }),
  /** Without an id, a code that exists already is changed. */
  submit: save,
  /** `id` is a code, or several. */
  remove: call({
    name: "Region.remove",
    method: "POST",
    path: `${path}/remove`,
    zh: "删除行政区划",
    en: "Region: remove",
    access: "region_delete",
    style: "query",
    input: record({ id: text(2600, "区划编号", "Code", "required") }),
    output: none,
  }),
};
