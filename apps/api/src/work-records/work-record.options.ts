import type { RecordEntity } from "@jipei/contract/work-records/work-record.ts";
import { getAudit } from "../core/entity/audit.ts";
import { columns } from "../core/entity/columns.ts";
import type { CrudOptions } from "../core/entity/crud.ts";
import { refuseDangling, refuseDuplicate } from "../core/entity/references.ts";
import type { RecordKind } from "./kinds.ts";
import { assertRemovable, openForSaving } from "./reporter.ts";
import { assertMonthOpen } from "./work-month.ts";
import { countChain, countFilled } from "./work-record.chain.ts";
import { assertBegun } from "./work-record.rules.ts";
import { recordScope } from "./work-record.scope.ts";

/** How the records of a kind are saved, removed and shown. */
export const recordOptions = (kind: RecordKind) =>
  ({
    entity: kind.entity,
    resource: kind.resource,
    scope: recordScope(kind),
    audited: true,
    async beforeSave(tx, actor, merged, old) {
      const opened = await openForSaving(tx, actor, old);
      if (old) await assertMonthOpen(tx, actor, old);
      await assertMonthOpen(tx, actor, merged);
      assertBegun(kind.entity, merged);
      await refuseDangling(tx, kind.entity, merged);
      await kind.check?.(tx, merged, opened.unitId);
      const row = { ...merged, ...opened };
      await refuseSecond(tx, kind, row);
      const filled = await countFilled(tx, actor, kind, row);
      return columns(kind.entity, { ...opened, ...filled, ...(!old && (await kind.begin?.(tx))) });
    },
    async beforeRemove(tx, actor, rows) {
      await assertRemovable(tx, actor, rows);
      for (const row of rows) await assertMonthOpen(tx, actor, row);
    },
    detail: async (db, actor, row) => ({
      chain: await countChain(db, actor, kind, row),
      auditList: await getAudit(db, actor, kind.entity.name, row.id),
    }),
  }) satisfies CrudOptions<RecordEntity>;

/** @throws WORK_DUP, DUPLICATE */
function refuseSecond(
  tx: Parameters<typeof refuseDuplicate>[0],
  { entity, unique }: RecordKind,
  row: object & { id?: string },
) {
  const values = Object.fromEntries(
    unique.map((name) => [name, (row as Readonly<Record<string, unknown>>)[name] ?? null]),
  );
  return unique.includes("workPeriod")
    ? refuseDuplicate(tx, entity, row.id, values, "WORK_DUP", {})
    : refuseDuplicate(tx, entity, row.id, values);
}
