import { columns } from "../core/entity/columns.ts";
import { assertComplete } from "../core/entity/complete.ts";
import { lifecycle } from "../core/entity/transition.ts";
import type { Tx } from "../core/database/db.ts";
import type { RecordEntity } from "@jipei/contract/work-records/work-record.ts";
import type { RecordMove } from "@jipei/contract/work-records/work-record.machine.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { invalidValue } from "../core/foundation/refusal.ts";
import { type RecordKind, type StoredRecord, getPage } from "./kinds.ts";
import { findSide } from "./reporter.ts";
import { submission, twoReviews } from "./two-reviews.ts";
import { assertMonthOpen } from "./work-month.ts";
import { countChain, countFilled } from "./work-record.chain.ts";
import { assertCounts, findDifferences } from "./work-record.rules.ts";
import { recordScope } from "./work-record.scope.ts";

/** What each move of a kind checks and does. */
export const recordLifecycle = (kind: RecordKind) => {
  const { entity, machine } = kind;

  /** @throws FIELD_INVALID where a figure differs from what the system counts and no reason is given */
  async function assertExplained(tx: Tx, actor: Actor, row: StoredRecord): Promise<void> {
    if (row.differReason) return;
    const [first] = findDifferences(entity, row, (await countChain(tx, actor, kind, row)).figures);
    if (first)
      throw invalidValue(
        entity,
        "differReason",
        "有数据与系统统计不一致，请说明原因",
        "figures differ from what the system counts: say why",
      );
  }

  const words = ({ unitName, workYear, workPeriod }: StoredRecord) => {
    const [zh, en] = entity.fields.workPeriod.codes?.codes[workPeriod] ?? [workPeriod, workPeriod];
    return {
      zh: `${unitName}，${entity.zh}，${workYear}年${zh}`,
      en: `${unitName}, ${entity.en}, ${en} ${workYear}`,
    };
  };
  const moves = twoReviews<StoredRecord>(
    entity,
    {
      zh: "工作台账",
      en: "A work record",
      describe: (_tx, row) => words(row),
      reviewPage: (status) => `${getPage(kind.resource, null)}?status=${status}`,
      filerPage: async (tx, row) => `${getPage(kind.resource, await findSide(tx, row))}?status=back`,
    },
    {
      always: assertMonthOpen,
      submitted: [
        (_tx, _actor, row) => assertComplete(entity, row, "submit"),
        (_tx, _actor, row) => assertCounts(row),
        assertExplained,
      ],
      completed: (tx, _actor, row) => kind.completed?.(tx, row),
      reopened: (tx, _actor, row) => kind.reopened?.(tx, row),
    },
  );
  return lifecycle<RecordMove, RecordEntity>({
    machine,
    entity,
    scope: recordScope(kind),
    moves: {
      ...moves,
      commit: {
        ...moves.commit,
        set: async (tx, actor, row) =>
          columns(entity, { ...submission(actor), ...(await countFilled(tx, actor, kind, row)) }),
      },
    },
  });
};
