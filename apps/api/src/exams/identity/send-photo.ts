import type { InputOf } from "@jipei/contract/core/call.ts";
import { paperStatus } from "@jipei/contract/core/fields/codes.ts";
import { maxPhotoBytes, uploadTypes } from "@jipei/contract/core/fields/upload-rules.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import type { identityCalls } from "@jipei/contract/exams/identity.calls.ts";
import type { Tx } from "../../core/database/db.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { shareFile } from "../../core/storage/files.ts";
import { lockOwnFile } from "../../files/files.queries.ts";
import { recordEvents } from "../paper/events.ts";
import { lockOwnPaper } from "../paper/own-paper.ts";
import { photoField } from "./photo.ts";

/**
 * Takes the photo that a candidate agreed to, as evidence of their paper. The first one stays, so that nobody swaps it; sent again, nothing changes.
 * @throws NOT_FOUND, NOT_OWNER, STATE_ILLEGAL unless the paper waits for a photo, FILE_FORMAT, FILE_TOO_LARGE
 */
export async function sendPhoto(
  tx: Tx,
  actor: Actor,
  { paperId, link }: InputOf<typeof identityCalls.send>,
): Promise<void> {
  const paper = await lockOwnPaper(tx, actor, paperId);
  if (paper.photoAttId) return;
  if (paper.status !== "1" || paper.identity !== "0")
    throw illegalState(paperStatus, paper.status, "提交核验照片", "send a photo");
  const file = await lockOwnFile(tx, actor, link);
  if (!file) throw new Refusal("NOT_FOUND");
  if (!uploadTypes.photo.includes(file.fileType))
    throw new Refusal("FILE_FORMAT", { types: uploadTypes.photo.join("/") });
  if (Number(file.fileSize) > maxPhotoBytes) throw new Refusal("FILE_TOO_LARGE");
  await updateRow(tx, actor, ExamPaper, paperId, { photoAttId: file.id, identity: "1" });
  await shareFile(tx, file.id, ExamPaper, paperId, photoField);
  await recordEvents(tx, actor, paper, [{ kind: "photo" }]);
}
