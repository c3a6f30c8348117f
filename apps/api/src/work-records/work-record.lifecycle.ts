import type { RecordEntity } from "@jipei/contract/work-records/work-record.ts";
import { columns } from "../core/entity/columns.ts";
import { assertComplete } from "../core/entity/complete.ts";
import { type Effect, type Guard, lifecycle } from "../core/entity/transition.ts";
import { now } from "../core/foundation/clock.ts";
import { invalidValue } from "../core/foundation/refusal.ts";
import { type RecordKind, type RecordMove, type StoredRecord, getPage } from "./kinds.ts";
import { assertMonthOpen } from "./work-month.ts";
import { submission, twoReviews } from "./two-reviews.ts";
import { countChain } from "./work-record.chain.ts";
import { assertCounts, findDifferences } from "./work-record.rules.ts";
import { assertReportedBy, classesOf, findSide, getReporter, recordScope } from "./work-record.scope.ts";

/** What each move of a kind checks and does. */
export const recordLifecycle = (kind: RecordKind) => {
  const { entity, machine } = kind;
  const complete: Guard<RecordEntity> = (_tx, _actor, row) => assertComplete(entity, row, "submit");
  const own: Guard<RecordEntity> = async (tx, actor, row) => assertReportedBy(row, await getReporter(tx, actor));

  /** @throws FIELD_INVALID where a figure differs from what the system counts and no reason is given */
  const explained: Guard<RecordEntity> = async (tx, actor, row) => {
    if (row.differReason) return;
    const classes = [classesOf(row, actor), kind.getClasses(row)];
    const [first] = findDifferences(entity, row, (await countChain(tx, { ...row, classes })).figures);
    if (first)
      throw invalidValue(
        entity,
        "differReason",
        "有数据与系统统计不一致，请说明原因",
        "figures differ from what the system counts: say why",
      );
  };

  const monthOpen: Guard<RecordEntity> = (tx, actor, row) => assertMonthOpen(tx, actor, row);

  const words = ({ unitName, workYear, workPeriod }: StoredRecord) => {
    const [zh, en] = entity.fields.workPeriod.codes?.codes[workPeriod] ?? [workPeriod, workPeriod];
    return {
      zh: `${unitName}，${entity.zh}，${workYear}年${zh}`,
      en: `${unitName}, ${entity.en}, ${en} ${workYear}`,
    };
  };
  const { notWritten, otherReviewer, tellReviewers, tellFiler } = twoReviews<StoredRecord>(entity, {
    zh: "工作台账",
    en: "A work record",
    describe: (_tx, row) => words(row),
    reviewPage: (status) => `${getPage(kind.resource, null)}?status=${status}`,
    filerPage: async (tx, row) => `${getPage(kind.resource, await findSide(tx, row))}?status=back`,
  });
  const reopened: Effect<RecordEntity> = async (tx, _actor, row, _input, _app, before) => {
    if (before.status === "compile") await kind.reopened?.(tx, row);
  };
  const sendBack = {
    guards: [monthOpen],
    set: (_tx: unknown, _actor: unknown, _row: unknown, input: { reason?: string | null }) =>
      columns(entity, { backReason: input.reason }),
    effects: [tellFiler],
  };

  return lifecycle<RecordMove, RecordEntity>({
    machine,
    entity,
    scope: recordScope(kind),
    moves: {
      commit: {
        guards: [monthOpen, own, complete, (_tx, _actor, row) => assertCounts(row), explained],
        set: (_tx, actor) => columns(entity, submission(actor)),
        effects: [tellReviewers("firstReviewer")],
      },
      firstCommit: {
        guards: [monthOpen, notWritten],
        set: (_tx, actor) => columns(entity, { firstUser: actor.userId, firstTime: now() }),
        effects: [tellReviewers("secondReviewer")],
      },
      return: sendBack,
      reCommit: {
        guards: [monthOpen, notWritten, otherReviewer],
        set: (_tx, actor) => columns(entity, { reUser: actor.userId, reTime: now() }),
        effects: [(tx, _actor, row) => kind.completed?.(tx, row)],
      },
      reReturn: { ...sendBack, effects: [reopened, tellFiler] },
    },
  });
};
