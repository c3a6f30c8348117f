import { type Row, entity } from "../core/entity.ts";
import { trainKind, unitSide } from "../core/fields/codes.ts";
import { code, lookup, ref } from "../core/fields/field.ts";
import { claimFields, claimSearch } from "./claim-fields.ts";

/** An institution's claim for one class and one kind of subsidy. */
export const SubsidyApplication = entity(
  "SubsidyApplication",
  "补贴申请(机构)",
  "Subsidy claim",
  {
    orgId: ref("Organisation", "申请机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    /** Whose claim it is, in lists of both sides; everywhere else an institution's. */
    unitSide: code(unitSide, "单位类型", "Kind of unit", "computed", { derived: true, always: true }),
    classId: ref("TrainingClass", "班级", "Class", "required"),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    regionCode: lookup("orgId", "Organisation", "regionCode", "所属区划", "Region"),
    trainKind: lookup("classId", "TrainingClass", "trainKind", "培训类别", "Kind of training", trainKind),
    ...claimFields,
  },
  {
    idName: "applyId",
    title: "applyNo",
    ...claimSearch,
    filters: ["applyNo", "unitSide", "orgId", "orgName", ...claimSearch.filters],
  },
);
export interface SubsidyApplicationRow extends Row<typeof SubsidyApplication> {}
