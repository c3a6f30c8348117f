import { importCalls } from "../../core/import.ts";
import { personFields } from "../../core/fields/blocks.ts";
import { crudCalls } from "../../core/call.ts";
import { validity } from "../../core/fields/flags.ts";
import { type Row, entity } from "../../core/entity.ts";
import { code, date, lookup, ref, text, texts } from "../../core/fields/field.ts";
import { assessorLevel } from "../exam-codes.ts";

/** What institutions see of the assessors of the county: whom they may ask for. */
const eligible = [
  "assessorNo",
  "idType",
  "idNumber",
  "sex",
  "birthday",
  "phone",
  "education",
  "assessorTypeId",
  "assessorTypeName",
  "assessorLevel",
  "cardNo",
  "cardStartDate",
  "cardExpireDate",
  "occupationCodes",
  "workUnit",
  "isValid",
] as const;

/** A person certified to assess occupations up to a level. */
export const Assessor = entity(
  "Assessor",
  "考评员",
  "Assessor",
  {
    assessorNo: text(12, "考评员编号", "Assessor number", "computed"),
    ...personFields,
    assessorTypeId: ref("AssessorType", "考评员类别", "Type", "required"),
    assessorTypeName: lookup("assessorTypeId", "AssessorType", "typeName", "类别名称", "Type name"),
    assessorLevel: code(assessorLevel, "考评员级别", "Assessor level", "required"),
    cardNo: text(30, "证卡编号", "Card number", "required"),
    cardStartDate: date("证卡有效期起", "Card valid from", "required"),
    cardExpireDate: date("证卡有效期止", "Card valid to", "required"),
    occupationCodes: texts(14, "可考评职业", "Occupation codes", "required"),
    workUnit: text(100, "工作单位", "Employer", "required"),
    bankName: text(100, "开户银行", "Bank"),
    bankAccount: text(30, "银行账号", "Bank account", "optional", {
      masked: "bankAccount",
      encrypted: true,
      format: "digits",
    }),
    isValid: code(validity, "是否有效", "Validity", "required"),
  },
  {
    idName: "assessorId",
    title: "name",
    filters: [
      "assessorNo",
      "name",
      "idNumber",
      "assessorTypeId",
      "assessorLevel",
      "occupationCodes",
      "cardExpireDate",
      "workUnit",
      "isValid",
    ],
    sorts: ["assessorNo", "name", "assessorLevel", "cardExpireDate"],
    order: ["-assessorLevel", "name"],
    grams: ["name"],
    openTo: { institution: eligible },
  },
);
export interface AssessorRow extends Row<typeof Assessor> {}

const path = "/api/zjgrsj-train/trainingManagement/assessor";
export const assessorCalls = {
  ...crudCalls(Assessor, path, "assessor"),
  import: importCalls(Assessor, path, "assessor"),
};
