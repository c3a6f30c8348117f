import type { PageLink } from "@jipei/contract/pages.ts";
import type { ReviewedEntity } from "@jipei/contract/work-records/work-record.ts";
import type { Tx } from "../core/database/db.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { getOwnActions } from "../core/entity/audit.ts";
import type { Guard, MoveInput } from "../core/entity/transition.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { now } from "../core/foundation/clock.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { notify } from "../notices/notices.queries.ts";

/** A record under review, as what all of them share. */
type Reviewed = StoredRow<ReviewedEntity>;

/** What a submission sets: who did it, and nothing of an earlier review. */
export const submission = (actor: Actor) => ({
  commitUser: actor.userId,
  commitTime: now(),
  firstUser: null,
  firstTime: null,
  reUser: null,
  reTime: null,
  backReason: null,
});

/** What the notices about a record say. */
export interface ReviewNotices<R extends Reviewed> {
  /** What is reviewed, for the titles. */
  zh: string;
  en: string;
  describe: (tx: Tx, row: R) => Promise<{ zh: string; en: string }> | { zh: string; en: string };
  /** Where reviewers find records of a state. */
  reviewPage: (status: Reviewed["status"]) => PageLink;
  /** Where whoever filed the record finds it. */
  filerPage: (tx: Tx, row: R) => Promise<PageLink>;
}

/** Whoever wrote a record does not review it. @throws SELF_REVIEW */
const notWritten =
  (entity: ReviewedEntity): Guard<ReviewedEntity> =>
  async (tx, actor, row) => {
    const done = await getOwnActions(tx, actor.userId, entity.name, row.id);
    if (done.some(({ action }) => ["add", "edit", "import", "commit"].includes(action)))
      throw new Refusal("SELF_REVIEW");
  };

/** @throws SAME_REVIEWER */
const otherReviewer: Guard<ReviewedEntity> = (_tx, actor, row) => {
  if (row.firstUser === actor.userId) throw new Refusal("SAME_REVIEWER");
};

/** What two reviews check and tell, whatever is reviewed. @param entity what is reviewed */
export function twoReviews<R extends Reviewed>(entity: ReviewedEntity, notices: ReviewNotices<R>) {
  const tellReviewers =
    (role: "firstReviewer" | "secondReviewer") =>
    async (tx: Tx, _actor: Actor, row: R): Promise<void> =>
      notify(tx, {
        to: { role },
        title: { zh: `${notices.zh}待审核`, en: `${notices.en} is waiting for review` },
        text: await notices.describe(tx, row),
        link: notices.reviewPage(row.status),
      });
  const tellFiler = async (tx: Tx, _actor: Actor, row: R, input: MoveInput): Promise<void> => {
    const { zh, en } = await notices.describe(tx, row);
    await notify(tx, {
      to: { userIds: row.commitUser ? [row.commitUser] : [] },
      kind: "mail",
      title: { zh: `${notices.zh}被退回`, en: `${notices.en} was returned` },
      text: { zh: `${zh}：${input.reason}`, en: `${en}: ${input.reason}` },
      link: await notices.filerPage(tx, row),
    });
  };
  return { notWritten: notWritten(entity), otherReviewer, tellReviewers, tellFiler };
}
