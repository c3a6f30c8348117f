import { Investigation, inspection } from "@jipei/contract/inspection/investigation.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import type { investigationCalls } from "@jipei/contract/inspection/investigation.calls.ts";
import { investigateStatus } from "@jipei/contract/core/fields/codes.ts";
import type { Tx } from "../core/database/db.ts";
import { assertStaysInScope, checkVersion, lockRow } from "../core/database/rows.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { assertComplete } from "../core/entity/complete.ts";
import { changedFields } from "../core/entity/changes.ts";
import { columns } from "../core/entity/columns.ts";
import { insertRow, updateRow } from "../core/database/write-rows.ts";
import { type Actor, assertPermission } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import { Refusal, illegalState, invalidValue } from "../core/foundation/refusal.ts";
import { attachFiles, fileIds } from "../core/storage/files.ts";
import { findNumberedClass } from "../training/training.queries.ts";
import { investigationScope } from "./investigation.scope.ts";

type Input = InputOf<typeof investigationCalls.submit>;
type Stored = StoredRow<typeof Investigation>;

/**
 * Saves a draft, new or not yet filled in; the class is named by its id or by its number.
 * @throws CLASS_NOT_FOUND, NOT_OWNER, FIELD_INVALID, FIELD_FROZEN, STATE_ILLEGAL, VERSION_CONFLICT
 * @returns its id
 */
export async function saveInvestigation(tx: Tx, actor: Actor, input: Input): Promise<string> {
  const old = input.id ? await lockDraft(tx, actor, input.id, input.version) : null;
  assertPermission(actor, old ? "investigation_edit" : "investigation_add");
  const { id: _id, version: _version, classId, classNo, attachmentList, ...values } = input;
  const merged = { ...old, ...values };
  assertComplete(Investigation, merged, "save");
  if (merged.investigateDate > today())
    throw invalidValue(Investigation, "investigateDate", "不能晚于今天", "may not be in the future");
  if ((merged.siteLatitude == null) !== (merged.siteLongitude == null))
    throw invalidValue(
      Investigation,
      merged.siteLatitude == null ? "siteLatitude" : "siteLongitude",
      "须与另一坐标同时填写",
      "needs the other coordinate too",
    );
  const subject = old
    ? assertSameClass(old, { classId, classNo }, merged)
    : await findSubject(tx, actor, { classId, classNo }, merged.investigateKind);
  const files = fileIds(attachmentList);
  const isChanged =
    !old || changedFields(Investigation, { ...merged, attachmentList: files ?? old.attachmentList }, old).length > 0;
  const fixed = {
    ...values,
    attachmentList: files,
    // An inspector signs with their own name what they change.
    ...(merged.investigateKind === inspection && isChanged && { investigator: actor.name }),
  };
  const row = old
    ? await updateRow(tx, actor, Investigation, old.id, columns(Investigation, fixed))
    : await insertRow(tx, actor, Investigation, {
        ...columns(Investigation, { ...fixed, ...subject, fillStatus: "0" }),
      });
  await assertStaysInScope(tx, Investigation, actor, row.id);
  await attachFiles(tx, actor, Investigation, row.id, { attachmentList });
  await writeAudit(tx, actor, [{ bizType: Investigation.name, bizId: row.id, action: "save" }]);
  return row.id;
}

/** Locks an investigation that is not filled in yet. @throws STATE_ILLEGAL */
export async function lockDraft(tx: Tx, actor: Actor, id: string, version?: number | null): Promise<Stored> {
  const row = await lockRow(tx, Investigation, investigationScope, actor, id);
  checkVersion(row, version);
  assertDraft(row);
  return row;
}

/** @throws STATE_ILLEGAL */
export function assertDraft({ fillStatus }: Pick<Stored, "fillStatus">): void {
  if (fillStatus !== "0") throw illegalState(investigateStatus, fillStatus, "修改", "edit");
}

type Named = Pick<Input, "classId" | "classNo">;

/** @throws FIELD_FROZEN for another class or kind: the sample was drawn for this one */
function assertSameClass(old: Stored, { classId, classNo }: Named, merged: Pick<Stored, "investigateKind">): null {
  if ((classId && classId !== old.classId) || (classNo && classNo !== old.classNo))
    throw new Refusal("FIELD_FROZEN", { field: Investigation.fields.classId });
  if (merged.investigateKind !== old.investigateKind)
    throw new Refusal("FIELD_FROZEN", { field: Investigation.fields.investigateKind });
  return null;
}

/** The class that is investigated. A survey is about the enterprise that has the class trained: its own class, or one trained to order for it. */
async function findSubject(tx: Tx, actor: Actor, { classId, classNo }: Named, kind: Stored["investigateKind"]) {
  const byNumber = () => (classNo ? findNumberedClass(tx, { classNo }) : undefined);
  const found = await (classId ? findNumberedClass(tx, { classId }) : byNumber());
  if (!found) throw new Refusal("CLASS_NOT_FOUND", { classNo: classNo ?? "" });
  if (actor.audience !== "bureau" && (kind === inspection || found.surveyedEntId !== actor.entId))
    throw new Refusal("NOT_OWNER");
  if (kind !== inspection && !found.surveyedEntId)
    throw invalidValue(Investigation, "entId", "该班级没有合作企业", "the class has no partner enterprise");
  return {
    classId: found.id,
    classNo: found.classNo,
    orgId: found.orgId,
    entId: kind === inspection ? null : found.surveyedEntId,
  };
}
