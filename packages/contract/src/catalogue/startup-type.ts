import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, decimal, int, text } from "../core/fields/field.ts";
import { importedResource } from "../core/resource.ts";

/** Product of start-up training (GYB, SYB, IYB, …); after a higher rank a lower one is not subsidised. */
export const StartupType = entity(
  "StartupType",
  "创业培训类型",
  "Start-up type",
  {
    typeNo: text(10, "类型编号", "Type number", "required", { format: "codeNumber" }),
    typeName: text(50, "类型名称", "Type", "required"),
    minHours: decimal(6, 1, "最低课时", "Minimum hours", "required", { min: 0.5, max: 10000, unitZh: "课时" }),
    maxClassSize: int("班级人数上限", "Maximum class size", "required", { min: 1, max: 500, unitZh: "人" }),
    rank: int("层级", "Rank", "required", { min: 1, max: 99 }),
    isValid: code(validity, "是否有效", "Validity", "required"),
  },
  {
    title: "typeName",
    filters: ["typeNo", "typeName", "isValid"],
    sorts: ["typeNo", "rank", "minHours"],
    order: ["rank"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface StartupTypeRow extends Row<typeof StartupType> {}

export const startupTypeResource = importedResource(StartupType, {
  resource: "entrepreneurial_type",
  path: "/api/zjgrsj-train/basics/entrepreneurial_type",
  page: "/basics/entrepreneurialType",
  menu: { no: "B0407", zh: "创业类型", en: "Start-up types", roles: ["clerk"] },
  rightsOf: ["创业类型", "Start-up type"],
  rights: "LCED LCED L L - L L V V V V - V",
  unique: ["typeNo"],
});
export const startupTypeCalls = startupTypeResource.calls;
