import { crudCalls } from "../core/call.ts";
import { validity } from "../core/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, decimal, int, text } from "../core/field.ts";

/** Product of start-up training (GYB, SYB, IYB, …); after a higher rank a lower one is not subsidised. */
export const StartupType = entity(
  "StartupType",
  "创业培训类型",
  "Start-up type",
  {
    typeNo: text(10, "类型编号", "Type number", "required", { format: "codeNumber" }),
    typeName: text(50, "类型名称", "Type", "required"),
    minHours: decimal(6, 1, "最低课时", "Least hours", "required", { min: 0.5, max: 10000, unitZh: "课时" }),
    maxClassSize: int("班级人数上限", "Largest class", "required", { min: 1, max: 500, unitZh: "人" }),
    rank: int("层级", "Rank", "required", { min: 1, max: 99 }),
    isValid: code(validity, "是否有效", "Validity", "required"),
  },
  {
    title: "typeName",
    filters: ["typeNo", "typeName", "isValid"],
    sorts: ["typeNo", "rank", "minHours"],
    order: ["rank"],
  },
);
export interface StartupTypeRow extends Row<typeof StartupType> {}

const path = "/api/zjgrsj-train/basics/entrepreneurial_type";
export const startupTypeCalls = {
  ...crudCalls(StartupType, path, "entrepreneurial_type"),
  export: exportCall(StartupType, path, "entrepreneurial_type"),
};
