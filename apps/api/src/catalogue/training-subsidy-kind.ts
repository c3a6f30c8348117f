import {
  TrainingSubsidyKind,
  besideKinds,
  trainingSubsidyKindCalls as calls,
} from "@jipei/contract/catalogue/training-subsidy-kind.ts";
import { subsidyKind, trainKind } from "@jipei/contract/core/fields/codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { validRows } from "../core/database/rows.ts";
import type { Draft } from "../core/entity/columns.ts";
import { type CrudOptions, crudRoutes } from "../core/entity/crud.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import { writes } from "../core/http/implement.ts";
import { policyControlled } from "../policy/policy.queries.ts";

export const kindOptions: CrudOptions<typeof TrainingSubsidyKind> = {
  entity: TrainingSubsidyKind,
  resource: "training_subsidy_kind",
  scope: validRows,
  async beforeSave(tx, _actor, merged) {
    if (merged.expireDate && merged.expireDate < merged.effectDate)
      throw invalidValue(TrainingSubsidyKind, "expireDate", "不能早于生效日期", "may not be before the first day");
    if (merged.isValid === "isValid") await assertOnlyOne(tx, merged);
  },
};

/** What is in force, or comes into force, is approved by a second person. */
export const kinds = policyControlled(kindOptions, "TrainingSubsidyKind", {
  governs: ({ isValid }) => isValid === "isValid",
  draft: (input) => ({ ...input, isValid: "unValid" as const }),
  title: (_tx, row) => `${getLabels(trainKind, row.trainKind).zh} × ${getLabels(subsidyKind, row.subsidyKind).zh}`,
});

/** The same pair once on a day; and one kind that pays for the training itself. Exclusion constraints stand behind. @throws DUPLICATE */
async function assertOnlyOne(tx: Tx, row: Draft<typeof TrainingSubsidyKind>): Promise<void> {
  const beside = besideKinds.includes(row.subsidyKind);
  const found = await sql<{ subsidyKind: string }>`select t.subsidy_kind from training_subsidy_kind t
    where t.is_deleted = 0 and t.is_valid = 'isValid' and t.id is distinct from ${row.id ?? null}::bigint
      and t.train_kind = ${row.trainKind} and t.pay_target = ${row.payTarget}
      and (t.subsidy_kind = ${row.subsidyKind} or (not ${beside} and not t.subsidy_kind = any(${besideKinds}::text[])))
      and daterange(t.effect_date, t.expire_date, '[]') && daterange(${row.effectDate}::date, ${row.expireDate ?? null}::date, '[]') limit 1`.execute(
    tx,
  );
  const other = found.rows[0];
  if (other)
    throw new Refusal("DUPLICATE", {
      field: {
        zh: `该培训类别在此期间的补贴种类“${getLabels(subsidyKind, other.subsidyKind).zh}”`,
        en: `“${getLabels(subsidyKind, other.subsidyKind).en}” for this kind of training and period`,
      },
    });
}

export const trainingSubsidyKindRoutes = crudRoutes(calls, kindOptions, {
  submit: writes(calls.submit, (tx, actor, input, app) => kinds.save(tx, actor, input, app)),
  remove: writes(calls.remove, kinds.remove),
});
