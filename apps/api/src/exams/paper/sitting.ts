import { createHmac, timingSafeEqual } from "node:crypto";
import { type SignedAnswer, type SittingState, signedText } from "@jipei/contract/exams/sitting.ts";
import type { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import type { Db } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { epoch, toEpoch } from "../../core/foundation/clock.ts";
import type { Services } from "../../core/foundation/services.ts";

type Paper = Pick<StoredRow<typeof ExamPaper>, "id" | "examId" | "status" | "sitting" | "deadline" | "identity">;

/** The key of a sitting: its browser signs with it what it could not send at once. Worked out from a secret of the server, so nothing is stored. */
export const getSittingKey = (app: Services, paperId: string, sitting: number): string =>
  app.cipher.hash(`sitting ${paperId} ${sitting}`);

/** Whether an answer is signed with the key of the sitting, and unchanged. */
export function isSigned(key: string, paperId: string, sitting: number, answer: SignedAnswer): boolean {
  const expected = createHmac("sha256", key)
    .update(signedText(paperId, sitting, answer))
    .digest();
  const given = Buffer.from(answer.mac, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** How a paper stands, for the browser that answers it in a sitting. */
export async function getState(db: Db, paper: Paper, sitting: number): Promise<SittingState> {
  const announcements = await db
    .selectFrom("examAnnouncement")
    .select(["id", "text"])
    .where("examId", "=", paper.examId)
    .orderBy("id")
    .execute();
  return {
    status: paper.status,
    serverTime: epoch(),
    deadline: paper.deadline ? toEpoch(paper.deadline) : 0,
    isCurrent: paper.status === "1" && paper.sitting === sitting ? 1 : 0,
    identity: paper.identity,
    announcements,
  };
}
