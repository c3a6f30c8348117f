import { level, education } from "../core/fields/codes.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, int, long, text } from "../core/fields/field.ts";
import { importedResource } from "../core/resource.ts";

const years = { min: 0, max: 60, unitZh: "年", unitEn: "years" } as const;

/** Who may be assessed at a level of an occupation; meeting one of its conditions is enough. */
export const DeclareCondition = entity(
  "DeclareCondition",
  "申报条件",
  "Condition",
  {
    occupationCode: text(14, "职业编码", "Occupation code", "required", { format: "occupationCode" }),
    occupationName: text(100, "职业名称", "Occupation", "required"),
    level: code(level, "等级", "Level", "required"),
    conditionNo: int("条件序号", "Number", "required", { min: 1, max: 99 }),
    conditionText: long("条件内容", "Condition", "required"),
    minWorkYears: int("最低从业年限", "Minimum work experience", "optional", years),
    prevLevel: code(level, "需持有证书等级", "Certificate held"),
    prevYears: int("持证年限", "Certificate held for", "optional", years),
    minEducation: code(education, "最低学历", "Minimum education"),
    minAge: int("最低年龄", "Minimum age", "required", { min: 16, max: 70, unitZh: "周岁", unitEn: "years" }),
  },
  {
    title: "occupationName",
    filters: ["occupationName", "occupationCode", "level"],
    sorts: ["occupationCode", "occupationName", "level", "conditionNo"],
    order: ["occupationCode", "-level", "conditionNo"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface DeclareConditionRow extends Row<typeof DeclareCondition> {}

export const declareConditionResource = importedResource(DeclareCondition, {
  resource: "declare_condition",
  path: "/api/zjgrsj-train/basics/declare_condition",
  page: "/basics/declareCondition",
  menu: { no: "B0403", en: "Conditions", roles: ["clerk"] },
  rights: "LCED LCED L L - L L V V V V V V",
  ownRoutes: true,
});
export const declareConditionCalls = declareConditionResource.calls;
