import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { accessFields } from "./access.fields.ts";
import { assessmentFields } from "./assessment.fields.ts";
import { authFields } from "./auth.fields.ts";
import { catalogueFields } from "./catalogue.fields.ts";
import { developFields } from "./develop.fields.ts";
import { enterprisesFields } from "./enterprises.fields.ts";
import { externalDataFields } from "./external-data.fields.ts";
import { filesFields } from "./files.fields.ts";
import { inspectionFields } from "./inspection.fields.ts";
import { logsFields } from "./logs.fields.ts";
import { noticesFields } from "./notices.fields.ts";
import { providersFields } from "./providers.fields.ts";
import { settingsFields } from "./settings.fields.ts";
import { subsidiesFields } from "./subsidies.fields.ts";
import { tenantsFields } from "./tenants.fields.ts";
import { trainingFields } from "./training.fields.ts";
import { usersFields } from "./users.fields.ts";
import { competitionsFields } from "./competitions.fields.ts";
import { examsFields } from "./exams.fields.ts";
import { outcomesFields } from "./outcomes.fields.ts";
import { talentsFields } from "./talents.fields.ts";
import { workRecordsFields } from "./work-records.fields.ts";
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
  ...talentsFields,
  ...workRecordsFields,
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
