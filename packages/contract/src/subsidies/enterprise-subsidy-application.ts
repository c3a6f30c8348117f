import { type Row, entity } from "../core/entity.ts";
import { trainKind } from "../core/fields/codes.ts";
import { lookup, ref } from "../core/fields/field.ts";
import { claimFields, claimSearch } from "./claim-fields.ts";

/** An enterprise's claim for the training of its staff: a row beside those of institutions. */
export const EnterpriseSubsidyApplication = entity(
  "EnterpriseSubsidyApplication",
  "补贴申请(企业)",
  "Subsidy claim of an enterprise",
  {
    unitId: ref("Organisation", "单位", "Unit", "computed", { always: true }),
    /** Taken from the session. */
    entId: ref("Department", "企业", "Enterprise", "computed", { derived: true }),
    entName: lookup("unitId", "Organisation", "orgName", "企业名称", "Enterprise name"),
    classId: ref("EnterpriseClass", "班级", "Class", "required"),
    classNo: lookup("classId", "EnterpriseClass", "classNo", "班级编号", "Class number"),
    className: lookup("classId", "EnterpriseClass", "className", "班级名称", "Class name"),
    regionCode: lookup("unitId", "Organisation", "regionCode", "所属区划", "Region"),
    trainKind: lookup("classId", "EnterpriseClass", "trainKind", "培训类别", "Kind of training", trainKind),
    ...claimFields,
  },
  {
    idName: "applyId",
    title: "applyNo",
    ...claimSearch,
    filters: ["applyNo", "unitId", "entName", ...claimSearch.filters],
  },
);
export interface EnterpriseSubsidyApplicationRow extends Row<typeof EnterpriseSubsidyApplication> {}
