import type { InputOf } from "@jipei/contract/core/call.ts";
import { paperStatus } from "@jipei/contract/core/fields/codes.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import type { identityCalls } from "@jipei/contract/exams/identity.calls.ts";
import type { Tx } from "../../core/database/db.ts";
import { lockRow } from "../../core/database/rows.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, illegalState, notPossible } from "../../core/foundation/refusal.ts";
import { readConductedExam } from "../exam/exam.ts";
import { paperScope } from "../exam/exam.scope.ts";
import { recordEvents } from "../paper/events.ts";

/**
 * Records what whoever invigilates finds about the identity of a candidate. A second decision stands beside the first one, with its reason.
 * @throws NOT_FOUND, NOT_OWNER, ROLE_DENIED, SELF_REVIEW, STATE_ILLEGAL, REASON_REQUIRED
 */
export async function decideIdentity(
  tx: Tx,
  actor: Actor,
  { paperId, decision, reason }: InputOf<typeof identityCalls.decide>,
): Promise<void> {
  const paper = await lockRow(tx, ExamPaper, paperScope, actor, paperId);
  await readConductedExam(tx, actor, paper.examId);
  if (actor.idNumberHash && paper.idNumberHash === actor.idNumberHash) throw new Refusal("SELF_REVIEW");
  const action = { zh: "核验身份", en: "decide on the identity" };
  if (paper.status !== "1" && paper.status !== "2") throw illegalState(paperStatus, paper.status, action.zh, action.en);
  if (paper.identity === null) throw notPossible({ status: { zh: "不核验身份", en: "without a check" }, action });
  if (decision === "same" && !paper.photoAttId)
    throw notPossible({ status: { zh: "没有现场照片", en: "without a photo" }, action });
  const isAgain = paper.identity === "2" || paper.identity === "3";
  const note = reason?.trim() || null;
  if ((decision === "different" || isAgain) && !note) throw new Refusal("REASON_REQUIRED");
  await updateRow(tx, actor, ExamPaper, paperId, { identity: decision === "different" ? "3" : "2" });
  await recordEvents(tx, actor, paper, [{ kind: decision, note }]);
}
