import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import type { FormField } from "@jipei/contract/workflow/flow-form.ts";
import { FlowFormFile, type FlowFormFileRow } from "@jipei/contract/workflow/flow-form-file.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import type { Scope } from "../../core/database/rows.ts";
import { detailColumns } from "../../core/database/sql.ts";
import { insertRow } from "../../core/database/write-rows.ts";
import { columns } from "../../core/entity/columns.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { attachFiles, withFiles } from "../../core/storage/files.ts";
import type { ProcessModel } from "../engine/model.ts";
import type { Variables } from "../engine/state.ts";
import { actedFor, followsAll, ofSeenProcess } from "../tasks/task.scope.ts";
import { toFileIds } from "./check-value.ts";
import { formOf } from "./form-fields.ts";
import { getOpenSteps } from "./seen-steps.ts";

/** Files of forms are seen by who sees the process, and the field at a step that is theirs or that they did. */
export const formFileScope: Scope = (actor) =>
  followsAll(actor)
    ? sql`true`
    : sql`(${ofSeenProcess(actor)} and (t.is_open or exists (
        select from flow_task f where f.process_instance_id = t.process_instance_id and f.is_deleted = 0 and f.task_definition_key = any(t.steps)
          and (f.done_by = ${actor.userId} or (f.status = '1' and f.assignee = any(${actedFor(actor.userId)}))))))`;

/** What was filled into the form of a step. */
interface FilledIn {
  processInstanceId: string;
  model: ProcessModel;
  form: readonly FormField[];
  values: Variables;
}

/** Keeps the files that were filled in, each with the steps at which its field is seen. @throws ATTACH_NOT_OWN */
export async function saveFormFiles(
  tx: Tx,
  actor: Actor,
  { processInstanceId, model, form, values }: FilledIn,
): Promise<void> {
  for (const { name, kind } of form) {
    const attachmentList = kind === "file" ? [...new Set(toFileIds(values[name]))] : [];
    if (attachmentList.length === 0) continue;
    const { id } = await insertRow(tx, actor, FlowFormFile, {
      processInstanceId,
      fieldName: name,
      attachmentList,
      ...sightOf(model, name),
    });
    await attachFiles(tx, actor, FlowFormFile, id, { attachmentList });
  }
}

/** States anew who sees the files of processes that go on by another version of their model. */
export async function replaceSight(tx: Tx, instanceIds: readonly string[], model: ProcessModel): Promise<void> {
  const { rows } = await sql<{ fieldName: string }>`
    select distinct field_name from flow_form_file where process_instance_id = any(${instanceIds}::bigint[])`.execute(
    tx,
  );
  for (const { fieldName } of rows)
    await tx
      .updateTable("flowFormFile")
      .set(sightOf(model, fieldName))
      .where("fieldName", "=", fieldName)
      .where(sql<boolean>`process_instance_id = any(${instanceIds}::bigint[])`)
      .execute();
}

/** The steps at which a field is not hidden, and whether everybody who sees the process sees it. */
function sightOf(model: ProcessModel, name: string) {
  const steps = [...model.elements.values()]
    .filter((element) => formOf(element).some((field) => field.name === name && field.right !== "hidden"))
    .map(({ id }) => id);
  return columns(FlowFormFile, { steps, isOpen: getOpenSteps(model).some((step) => steps.includes(step)) });
}

/** All files that were filled into the forms of a process. */
export async function readFormFiles(db: Db, instanceId: string): Promise<FileItem[]> {
  const { rows } = await sql<FlowFormFileRow>`
    select ${detailColumns(FlowFormFile)} from flow_form_file t where t.process_instance_id = ${instanceId}`.execute(
    db,
  );
  await withFiles(db, FlowFormFile, rows);
  return rows.flatMap(({ attachmentList }) => attachmentList ?? []);
}
