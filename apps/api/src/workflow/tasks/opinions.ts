import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { flowAction } from "@jipei/contract/workflow/flow-codes.ts";
import { FlowOpinion } from "@jipei/contract/workflow/flow-opinion.ts";
import type { Tx } from "../../core/database/db.ts";
import { insertRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { attachFiles } from "../../core/storage/files.ts";
import { cut } from "../../core/foundation/texts/cut.ts";

/** What somebody did, to be kept. */
export interface Deed {
  processInstanceId: string;
  taskId?: string;
  action: CodeOf<typeof flowAction>;
  opinion?: string | null;
  /** The absent colleague for whom they acted. */
  forUser?: string | null;
  targets?: readonly string[];
  targetStep?: string;
  fileIds?: readonly string[];
}

/** Writes what somebody did into the history of a process, with the files that belong to it. @throws ATTACH_NOT_OWN */
export async function writeDeed(tx: Tx, actor: Actor, deed: Deed): Promise<void> {
  const attachmentList = deed.fileIds && deed.fileIds.length > 0 ? [...new Set(deed.fileIds)] : null;
  const { id } = await insertRow(tx, actor, FlowOpinion, {
    processInstanceId: deed.processInstanceId,
    taskId: deed.taskId ?? null,
    action: deed.action,
    opinion: deed.opinion?.trim() || null,
    forUser: deed.forUser ?? null,
    targetUsers: deed.targets ? cut(deed.targets.join("、"), 500) : null,
    targetStep: deed.targetStep ?? null,
    attachmentList,
  });
  if (attachmentList) await attachFiles(tx, actor, FlowOpinion, id, { attachmentList });
}
