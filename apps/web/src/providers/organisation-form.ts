import { files } from "@jipei/contract/core/fields/field.ts";
import { Organisation } from "@jipei/contract/providers/organisation.ts";
import type { Control } from "../core/form/field-control.tsx";
import { type ByField, withFields } from "../core/form/fields.ts";
import type { Named } from "../core/i18n/language.ts";
import { RegionControl } from "../core/form/region-control.tsx";
import { AccountControl } from "./account-control.tsx";

/** An institution as its form takes it: with the licence files that a new private school must bring. */
export const filing = withFields(Organisation, { licenseFiles: files("办学许可证附件", "Licence files") });

type Filing = typeof filing;

/** Nothing of such an institution changes any more. */
export const cancelled: Named = ["机构已注销", "The institution has been deregistered"];

const facts = {
  title: ["机构信息", "Institution"],
  fields: [
    "orgName",
    "orgShortName",
    "creditCode",
    "orgType",
    "regionCode",
    "address",
    "establishDate",
    "registeredCapital",
    "siteArea",
    "trainScope",
    "intro",
    "logoAttId",
  ],
} as const;
const licence = {
  title: ["办学许可", "Licence"],
  fields: ["licenseNo", "licenseStartDate", "licenseExpireDate", "evalOrgCode", "licenseFiles"],
} as const;
const people = {
  title: ["法定代表人与联系人", "People"],
  fields: ["legalPerson", "legalIdNumber", "legalPhone", "contact", "contactPhone", "email"],
} as const;
const bank = {
  title: ["银行账户（用于补贴拨付）", "Bank account (for subsidies)"],
  fields: ["bankName", "bankAccount", "bankAccountName"],
} as const;

/** What the bureau fills in; the grade is its own judgement. */
export const bureauForm = [
  facts,
  licence,
  people,
  bank,
  { title: ["登录与管理", "Account and standing"], fields: ["account", "creditGrade", "remark"] },
] as const;
/** What an institution files about itself. */
export const applicantForm = [
  facts,
  licence,
  people,
  bank,
  { title: ["登录账号", "Account"], fields: ["account"] },
] as const;

export const controls = { regionCode: RegionControl, account: AccountControl } satisfies ByField<Filing, Control>;

/** The view leaves out what its own panels show. */
export const views = [
  {
    ...facts,
    fields: [
      "orgName",
      "orgNo",
      "creditCode",
      "orgType",
      "orgShortName",
      "regionCode",
      "address",
      "establishDate",
      "registeredCapital",
      "siteArea",
      "fulltimeTeacherCount",
      "creditGrade",
      "trainScope",
      "intro",
      "logoAttId",
    ],
  },
  { ...licence, fields: ["licenseNo", "licenseStartDate", "licenseExpireDate", "evalOrgCode"] },
  people,
  bank,
  {
    title: ["备案", "Filing"],
    fields: ["account", "state", "stateReason", "changePending", "commitTime", "confirmTime", "backReason"],
  },
] as const;
