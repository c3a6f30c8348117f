import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { accessFields } from "./fields/access.fields.ts";
import { assessmentFields } from "./fields/assessment.fields.ts";
import { authFields } from "./fields/auth.fields.ts";
import { catalogueFields } from "./fields/catalogue.fields.ts";
import { developFields } from "./fields/develop.fields.ts";
import { enterprisesFields } from "./fields/enterprises.fields.ts";
import { externalDataFields } from "./fields/external-data.fields.ts";
import { filesFields } from "./fields/files.fields.ts";
import { inspectionFields } from "./fields/inspection.fields.ts";
import { logsFields } from "./fields/logs.fields.ts";
import { noticesFields } from "./fields/notices.fields.ts";
import { providersFields } from "./fields/providers.fields.ts";
import { settingsFields } from "./fields/settings.fields.ts";
import { subsidiesFields } from "./fields/subsidies.fields.ts";
import { tenantsFields } from "./fields/tenants.fields.ts";
import { trainingFields } from "./fields/training.fields.ts";
import { usersFields } from "./fields/users.fields.ts";
import { competitionsFields } from "./fields/competitions.fields.ts";
import { examsFields } from "./fields/exams.fields.ts";
import { outcomesFields } from "./fields/outcomes.fields.ts";
import { reportsFields } from "./fields/reports.fields.ts";
import { talentsFields } from "./fields/talents.fields.ts";
import { workRecordsFields } from "./fields/work-records.fields.ts";
import { workflowFields } from "./fields/workflow.fields.ts";
import type { WireTables } from "./wire-table.ts";

const tables: WireTables = {
  ...accessFields,
  ...assessmentFields,
  ...authFields,
  ...catalogueFields,
  ...developFields,
  ...enterprisesFields,
  ...externalDataFields,
  ...filesFields,
  ...inspectionFields,
  ...logsFields,
  ...noticesFields,
  ...providersFields,
  ...settingsFields,
  ...subsidiesFields,
  ...tenantsFields,
  ...trainingFields,
  ...usersFields,
  ...competitionsFields,
  ...examsFields,
  ...outcomesFields,
  ...reportsFields,
  ...talentsFields,
  ...workRecordsFields,
  ...workflowFields,
};

/** Fields that a row of any entity has. */
const everywhere =
  "id=:id tenantId=:6 createUser=:id createDept=:id createTime=:datetime updateUser=:id updateTime=:datetime version:int isDeleted=:int remark:255";

export interface WireField {
  name: string;
  need: Field["need"];
  kind: string;
}
const needs = { "!": "required", "?": "submit", "=": "computed", "": "optional" } as const;
type Mark = keyof typeof needs;

/** What is stated of an entity; of one that is not stated, the fields of all. */
export const wireFields = ({ name }: Entity): WireField[] =>
  `${everywhere} ${tables[name] ?? ""}`
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [, field = "", mark = "", kind = ""] = /^(\w+)([!?=]?):([\w.]+)$/.exec(word) ?? [];
      if (!field) throw new Error(`${name}: what is ${word}?`);
      return { name: field, need: needs[mark as Mark], kind };
    });

/** The entities that are stated. */
export const stated: readonly string[] = Object.keys(tables);
