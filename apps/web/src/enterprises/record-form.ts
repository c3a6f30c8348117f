import type { enterpriseAccountMachine } from "@jipei/contract/enterprises/enterprise-account.machine.ts";
import {
  type EnterpriseTotal,
  type EnterpriseTotalRow,
  enterpriseTotalCalls as calls,
} from "@jipei/contract/enterprises/enterprise-total.ts";
import type { Control } from "../core/form/field-control.tsx";
import type { ByField, FormValues } from "../core/form/fields.ts";
import { RegionControl } from "../core/form/region-control.tsx";
import type { Moves } from "../core/moves/moves.ts";

const profile = {
  title: ["企业信息", "Enterprise"],
  fields: [
    "entName",
    "creditCode",
    "year",
    "regionCode",
    "industryCode",
    "entScale",
    "isHighRisk",
    "address",
    "legalPerson",
    "contact",
    "contactPhone",
  ],
} as const;
const staff = {
  title: ["职工与培训", "Staff and training"],
  fields: ["employeeCount", "skilledCount", "highSkilledCount", "eduFund", "planTrainCount"],
} as const;
const bank = {
  title: ["银行账户（用于补贴拨付）", "Bank account (for subsidies)"],
  fields: ["bankName", "bankAccount", "bankAccountName"],
} as const;

/** What an enterprise fills in once a year. */
export const ownForm = [profile, staff, bank] as const;
/** The bureau says which enterprise a record is about. */
export const bureauForm = [
  { title: ["企业", "Enterprise"], fields: ["entId"] },
  ...ownForm,
  { title: ["备注", "Remarks"], fields: ["remark"] },
] as const;

export const recordView = [
  profile,
  { ...staff, fields: [...staff.fields, "trainedCount", "certCount", "subsidyAmount"] },
  {
    title: ["登记信息", "Registers"],
    fields: ["entNo", "insuredCount", "isBlack", "registerTime"],
  },
  { ...bank, fields: [...bank.fields, "accountState", "accountTime", "accountReason"] },
] as const;

export const controls = { regionCode: RegionControl } satisfies ByField<typeof EnterpriseTotal, Control>;

const seldomChanged = [
  "entName",
  "creditCode",
  "regionCode",
  "industryCode",
  "entScale",
  "isHighRisk",
  "address",
  "legalPerson",
  "contact",
] as const;
/** What the record of a new year begins with. @param last the newest record */
export const carriedOver = (last: EnterpriseTotalRow): FormValues<typeof EnterpriseTotal> =>
  Object.fromEntries(seldomChanged.map((name) => [name, last[name]]));

/** Filing an account is part of saving the record. */
export const accountMoves = {
  approveAccount: calls.approveAccount,
  returnAccount: calls.returnAccount,
} satisfies Moves<keyof typeof enterpriseAccountMachine.actions, never>;
