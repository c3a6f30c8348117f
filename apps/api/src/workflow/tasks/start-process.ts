import type { InputOf } from "@jipei/contract/core/call.ts";
import { FlowDefinition } from "@jipei/contract/workflow/flow-definition.ts";
import type { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import type { Tx } from "../../core/database/db.ts";
import { liveRow } from "../../core/database/rows.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { fileIds } from "../../core/storage/files.ts";
import { leaveKey } from "@jipei/contract/workflow/leave.ts";
import { checkValues } from "../forms/check-values.ts";
import { saveFormFiles } from "../forms/form-files.ts";
import { startForm } from "../forms/start-form.ts";
import { getProcess } from "../models/read-process.ts";
import { begin } from "./begin.ts";
import { isNamed } from "./task.scope.ts";

/** A definition that an actor may start. @throws NOT_FOUND, FLOW_SUSPENDED, ROLE_DENIED where the model names others */
export async function getStartable(tx: Tx, actor: Actor, id: string): Promise<StoredRow<typeof FlowDefinition>> {
  const definition = await liveRow(tx, FlowDefinition, id);
  if (!definition) throw new Refusal("NOT_FOUND");
  if (definition.state === "suspended") throw new Refusal("FLOW_SUSPENDED");
  const { starters } = definition;
  if (starters.length > 0 && !isNamed(actor, starters)) throw new Refusal("ROLE_DENIED");
  return definition;
}

/** Starts a process with what its form takes. @throws as `getStartable`, FIELD_INVALID, FLOW_FAILED */
export async function startProcess(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof workCalls.start>,
  app: Services,
): Promise<{ processInstanceId: string }> {
  const definition = await getStartable(tx, actor, input.processDefinitionId);
  // Its row is a leave, which has a call of its own.
  if (definition.key === leaveKey) throw new Refusal("ROLE_DENIED");
  const model = await getProcess(app, tx, definition.id);
  const form = startForm(model);
  const values = checkValues(form, input.variables, {}, false);
  const title = input.title?.trim() || `${definition.name} ${actor.name} ${today()}`;
  const { id } = await begin(
    { tx, actor, app },
    { definition, title, variables: values },
    { fileIds: fileIds(input.attachmentList) ?? [] },
  );
  await saveFormFiles(tx, actor, { processInstanceId: id, model, form, values });
  return { processInstanceId: id };
}
