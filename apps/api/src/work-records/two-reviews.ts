import type { PageLink } from "@jipei/contract/pages.ts";
import type { ReviewedEntity } from "@jipei/contract/work-records/two-reviews.ts";
import type { Tx } from "../core/database/db.ts";
import { getOwnActions } from "../core/entity/audit.ts";
import { columns } from "../core/entity/columns.ts";
import type { MoveInput } from "../core/entity/transition.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { now } from "../core/foundation/clock.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { notify } from "../notices/notices.queries.ts";
import { type Reviewed, assertReportedBy, getReporter } from "./reporter.ts";

/** What the notices about a record say. */
interface ReviewNotices<R extends Reviewed> {
  /** What is reviewed, for the titles. */
  zh: string;
  en: string;
  describe: (tx: Tx, row: R) => Promise<{ zh: string; en: string }> | { zh: string; en: string };
  /** Where reviewers find records of a state. */
  reviewPage: (status: Reviewed["status"]) => PageLink;
  /** Where whoever filed the record finds it. */
  filerPage: (tx: Tx, row: R) => Promise<PageLink>;
}

type Step<R extends Reviewed> = (tx: Tx, actor: Actor, row: R) => Promise<void> | void;
/** What one kind of record adds to the reviews. */
interface ReviewSteps<R extends Reviewed> {
  /** Checked before each move. */
  always?: Step<R>;
  /** Checked before a record is submitted. */
  submitted?: readonly Step<R>[];
  /** What follows on the second review. */
  completed?: Step<R>;
  /** What a return of a completed record undoes, or refuses. */
  reopened?: Step<R>;
}

/** What a submission sets: who did it, and nothing of an earlier review. */
export const submission = (actor: Actor) =>
  ({
    commitUser: actor.userId,
    commitTime: now(),
    firstUser: null,
    firstTime: null,
    firstOpinion: null,
    reUser: null,
    reTime: null,
    reOpinion: null,
    backReason: null,
    backNode: null,
  }) as const;

/**
 * Submission and two reviews, whatever is reviewed: what each move of `recordMachine` checks, sets and tells.
 * @param entity what is reviewed
 */
export function twoReviews<R extends Reviewed>(
  entity: ReviewedEntity,
  notices: ReviewNotices<R>,
  { always = () => {}, submitted = [], completed = () => {}, reopened = () => {} }: ReviewSteps<R> = {},
) {
  const own: Step<R> = async (tx, actor, row) => assertReportedBy(row, await getReporter(tx, actor));

  /** Whoever wrote a record does not review it. @throws SELF_REVIEW */
  const notWritten: Step<R> = async (tx, actor, row) => {
    const done = await getOwnActions(tx, actor.userId, entity.name, row.id);
    if (done.some(({ action }) => ["add", "edit", "import", "commit"].includes(action)))
      throw new Refusal("SELF_REVIEW");
  };

  /** @throws SAME_REVIEWER */
  const otherReviewer: Step<R> = (_tx, actor, row) => {
    if (row.firstUser === actor.userId) throw new Refusal("SAME_REVIEWER");
  };

  const tellReviewers =
    (role: "firstReviewer" | "secondReviewer"): Step<R> =>
    async (tx, _actor, row) =>
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

  const sendBack = (backNode: "first" | "re") => ({
    guards: [always],
    set: (_tx: Tx, _actor: Actor, _row: R, { reason }: MoveInput) => columns(entity, { backReason: reason, backNode }),
  });

  const isCompleted = ({ status }: R): boolean => status === "compile";
  const undo = async (tx: Tx, actor: Actor, row: R, _input: MoveInput, _app: Services, before: R): Promise<void> => {
    if (isCompleted(before)) await reopened(tx, actor, row);
  };

  return {
    commit: {
      guards: [always, own, ...submitted],
      set: (_tx: Tx, actor: Actor) => columns(entity, submission(actor)),
      effects: [tellReviewers("firstReviewer")],
    },
    firstCommit: {
      guards: [always, notWritten],
      set: (_tx: Tx, actor: Actor, _row: R, { opinion }: MoveInput) =>
        columns(entity, { firstUser: actor.userId, firstTime: now(), firstOpinion: opinion }),
      effects: [tellReviewers("secondReviewer")],
    },
    return: { ...sendBack("first"), effects: [tellFiler] },
    reCommit: {
      guards: [always, notWritten, otherReviewer],
      set: (_tx: Tx, actor: Actor, _row: R, { opinion }: MoveInput) =>
        columns(entity, { reUser: actor.userId, reTime: now(), reOpinion: opinion }),
      effects: [completed],
    },
    reReturn: { ...sendBack("re"), effects: [undo, tellFiler] },
  };
}
