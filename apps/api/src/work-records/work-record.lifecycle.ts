import type { RecordEntity } from "@jipei/contract/work-records/work-record.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { getOwnActions } from "../core/entity/audit.ts";
import { columns } from "../core/entity/columns.ts";
import { assertComplete } from "../core/entity/complete.ts";
import { type Effect, type Guard, lifecycle } from "../core/entity/transition.ts";
import { now } from "../core/foundation/clock.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import { notify } from "../notices/notices.queries.ts";
import { type RecordKind, type RecordMove, type StoredRecord, getPage } from "./kinds.ts";
import { assertMonthOpen } from "./work-month.ts";
import { countChain } from "./work-record.chain.ts";
import { assertCounts, findDifferences } from "./work-record.rules.ts";
import { assertReportedBy, classesOf, getReporter, recordScope } from "./work-record.scope.ts";

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

  /** Whoever wrote a record does not review it. @throws SELF_REVIEW */
  const notWritten: Guard<RecordEntity> = async (tx, actor, row) => {
    const done = await getOwnActions(tx, actor.userId, entity.name, row.id);
    if (done.some(({ action }) => ["add", "edit", "import", "commit"].includes(action)))
      throw new Refusal("SELF_REVIEW");
  };

  /** @throws SAME_REVIEWER */
  const otherReviewer: Guard<RecordEntity> = (_tx, actor, row) => {
    if (row.firstUser === actor.userId) throw new Refusal("SAME_REVIEWER");
  };

  const words = ({ unitName, workYear, workPeriod }: StoredRecord) => {
    const [zh, en] = entity.fields.workPeriod.codes?.codes[workPeriod] ?? [workPeriod, workPeriod];
    return {
      zh: `${unitName}，${entity.zh}，${workYear}年${zh}`,
      en: `${unitName}, ${entity.en}, ${en} ${workYear}`,
    };
  };
  const tellReviewers =
    (role: "firstReviewer" | "secondReviewer"): Effect<RecordEntity> =>
    (tx, _actor, row) =>
      notify(tx, {
        to: { role },
        title: { zh: "工作台账待审核", en: "A work record is waiting for review" },
        text: words(row),
        link: `${getPage(kind.resource, null)}?status=${row.status}`,
      });
  const tellFiler: Effect<RecordEntity> = async (tx, _actor, row, input) => {
    const { zh, en } = words(row);
    await notify(tx, {
      to: { userIds: row.commitUser ? [row.commitUser] : [] },
      kind: "mail",
      title: { zh: "工作台账被退回", en: "A work record was returned" },
      text: { zh: `${zh}：${input.reason}`, en: `${en}: ${input.reason}` },
      link: `${getPage(kind.resource, await findSide(tx, row))}?status=back`,
    });
  };
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
        set: (_tx, actor) =>
          columns(entity, {
            commitUser: actor.userId,
            commitTime: now(),
            firstUser: null,
            firstTime: null,
            reUser: null,
            reTime: null,
            backReason: null,
          }),
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

/** The side of the unit that reports; null: the bureau itself. */
async function findSide(tx: Tx, { unitId }: StoredRecord): Promise<string | null> {
  if (!unitId) return null;
  const { rows } = await sql<{ side: string }>`select side from institution where id = ${unitId}`.execute(tx);
  return rows[0]?.side ?? null;
}
