import { isDeepStrictEqual } from "node:util";
import { type FlowValue, longestListed } from "@jipei/contract/workflow/flow-form.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { cut } from "../../core/foundation/texts/cut.ts";
import type { ProcessModel } from "../engine/model.ts";
import type { Variables } from "../engine/state.ts";
import { listedFields } from "../forms/form-fields.ts";

/** States which fields of a process lists show: those of the version that is being deployed. */
export async function setListed(tx: Tx, model: ProcessModel): Promise<void> {
  await sql`delete from flow_list_field where process_definition_key = ${model.key}`.execute(tx);
  const fields = listedFields(model);
  if (fields.length === 0) return;
  await tx
    .insertInto("flowListField")
    .values(
      fields.map(({ name, label, kind, choices }, at) => ({
        processDefinitionKey: model.key,
        name,
        place: at + 1,
        label: cut(label, 100),
        kind,
        choices: JSON.stringify(choices),
      })),
    )
    .execute();
}

/** Writes what lists show of a process, as far as a step has changed it. */
export async function saveListed(
  tx: Tx,
  instanceId: string,
  model: ProcessModel,
  before: Variables,
  after: Variables,
): Promise<void> {
  const changed = listedFields(model).filter(
    ({ name }) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  );
  if (changed.length === 0) return;
  const names = changed.map(({ name }) => name);
  await tx.deleteFrom("flowFormValue").where("instanceId", "=", instanceId).where("name", "in", names).execute();
  const rows = changed.flatMap(({ name, kind }) => {
    const value = toColumns(after[name] ?? null);
    return value ? [{ instanceId, name, processDefinitionKey: model.key, kind, ...value }] : [];
  });
  if (rows.length > 0) await tx.insertInto("flowFormValue").values(rows).execute();
}

/** Writes what lists show of a process anew, as another version of its model says. */
export async function replaceListed(tx: Tx, instanceId: string, model: ProcessModel, all: Variables): Promise<void> {
  await tx.deleteFrom("flowFormValue").where("instanceId", "=", instanceId).execute();
  await saveListed(tx, instanceId, model, {}, all);
}

/** Numbers as numbers, all else as a text; nothing is no row. */
function toColumns(value: FlowValue): { textValue: string | null; numberValue: string | null } | null {
  if (typeof value === "number") return { textValue: null, numberValue: String(value) };
  if (typeof value !== "string" && typeof value !== "boolean") return null;
  const text = cut(String(value).trim(), longestListed);
  return text === "" ? null : { textValue: text, numberValue: null };
}
