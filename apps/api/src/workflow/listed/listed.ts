import type { OutputOf } from "@jipei/contract/core/call.ts";
import { isDate } from "@jipei/contract/core/fields/check-field.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import type { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import type { ListedField, ListedValues, formFilters } from "@jipei/contract/workflow/flow-form.ts";
import { toCell } from "@jipei/contract/workflow/form-field.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { type Condition, all, hasPart } from "../../core/database/sql.ts";
import type { ExtraColumns } from "../../core/excel/export.ts";
import { exactDigits } from "../../core/excel/export/export-columns.ts";
import { invalidField } from "../../core/foundation/refusal.ts";

/** What the form of a process says in a list. @param id SQL of the process of a row */
export const formValues = (id: Condition): RawBuilder<{ formValues: ListedValues }> =>
  sql<{ formValues: ListedValues }>`coalesce((select jsonb_agg(jsonb_build_object('name', v.name,
      'value', coalesce(to_jsonb(v.number_value), to_jsonb(v.text_value))) order by v.name)
    from flow_form_value v where v.instance_id = ${id}), '[]'::jsonb) as "formValues"`;

/**
 * The fields that lists show of the process to which an export is narrowed, as columns of its file.
 * @param id SQL of the process of a row
 */
export const formColumns =
  (id: Condition) =>
  async ({ extra = {} }: Asked, db: Db): Promise<ExtraColumns | undefined> => {
    const { formKey } = extra;
    if (!formKey) return undefined;
    const asked = (await readListed(db)).find(({ processDefinitionKey }) => processDefinitionKey === formKey);
    if (!asked) return undefined;
    // Names of variables are chosen by whoever draws the process; columns have names of their own.
    const named = asked.fields.map((stated, at) => ({ name: `form${at + 1}`, stated, field: toColumn(stated) }));
    return {
      fields: Object.fromEntries(named.map(({ name, field }) => [name, field])),
      columns: sql.join(
        named.map(({ name, stated, field }) => {
          const value = field.kind === "decimal" ? sql`v.number_value` : sql`v.text_value`;
          return sql`(select ${value} from flow_form_value v where v.instance_id = ${id} and v.name = ${stated.name}) as ${sql.ref(name)}`;
        }),
      ),
    };
  };

/** A field as a column of a workbook, where numbers are to be counted with. */
function toColumn(stated: ListedField): Field {
  const field = toCell({ ...stated, required: false });
  return field.kind === "decimal" ? { ...field, precision: exactDigits } : field;
}

type Asked = ListQuery & { extra?: Partial<Record<keyof typeof formFilters, string | null>> };

/** The conditions of a search by what a form says: the process, and one of the fields that lists show of it. @throws FIELD_INVALID */
export const formConditions =
  (id: Condition) =>
  ({ extra = {} }: Asked): Condition[] => {
    const { formKey, formName } = extra;
    if (!formKey) {
      if (formName) throw invalidField("formKey", "流程标识", "Key of the process", "请指定", "is missing");
      return [];
    }
    const ofProcess = sql`t.process_definition_key = ${formKey}`;
    const values = formName ? valueConditions(extra) : [];
    if (values.length === 0) return [ofProcess];
    return [
      ofProcess,
      sql`exists (select from flow_form_value v where v.instance_id = ${id} and v.process_definition_key = ${formKey}
        and v.name = ${formName} and ${all(values)})`,
    ];
  };

function valueConditions({ formValue, formText, formFrom, formTo }: NonNullable<Asked["extra"]>): Condition[] {
  return [
    ...(formValue ? [sql`v.text_value = ${formValue}`] : []),
    ...(formText ? [sql`v.kind = 'text' and ${hasPart(sql`v.text_value`, formText)}`] : []),
    ...(formFrom ? [bound("formFrom", formFrom)] : []),
    ...(formTo ? [bound("formTo", formTo)] : []),
  ];
}

/** From or to a number or a day, which is included. */
function bound(name: "formFrom" | "formTo", value: string): Condition {
  const isFrom = name === "formFrom";
  if (isDate(value)) return isFrom ? sql`v.text_value >= ${value}` : sql`v.text_value <= ${value}`;
  if (/^-?\d{1,15}(\.\d{1,6})?$/.test(value))
    return isFrom ? sql`v.number_value >= ${value}::numeric` : sql`v.number_value <= ${value}::numeric`;
  throw invalidField(name, "查询的值", "Value", "须为数字或日期", "has to be a number or a day");
}

/** The processes with fields that lists show. */
export async function readListed(db: Db): Promise<OutputOf<typeof flowDefinitionCalls.listed>> {
  const { rows } = await sql<OutputOf<typeof flowDefinitionCalls.listed>[number]>`
    select d.key as process_definition_key, d.name as process_definition_name,
      jsonb_agg(jsonb_build_object('name', f.name, 'label', f.label, 'kind', f.kind, 'choices', f.choices) order by f.place) as fields
    from flow_list_field f join flow_definition d on d.key = f.process_definition_key and d.is_deleted = 0
      and not exists (select from flow_definition l where l.key = d.key and l.definition_version > d.definition_version and l.is_deleted = 0)
    group by d.key, d.name order by d.name, d.key limit 1000`.execute(db);
  return rows;
}
