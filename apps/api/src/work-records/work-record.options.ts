import type { RecordEntity } from "@jipei/contract/work-records/work-record.ts";
import { getAudit } from "../core/entity/audit.ts";
import { columns } from "../core/entity/columns.ts";
import type { CrudOptions } from "../core/entity/crud.ts";
import { refuseDangling, refuseDuplicate } from "../core/entity/references.ts";
import type { RecordKind } from "./kinds.ts";
import { assertMonthOpen } from "./work-month.ts";
import { countChain } from "./work-record.chain.ts";
import { assertBegun, assertOpen } from "./work-record.rules.ts";
import { assertReportedBy, classesOf, getReporter, recordScope } from "./work-record.scope.ts";

/** How the records of a kind are saved, removed and shown. */
export const recordOptions = (kind: RecordKind) =>
  ({
    entity: kind.entity,
    resource: kind.resource,
    scope: recordScope(kind),
    audited: true,
    async beforeSave(tx, actor, merged, old) {
      const reporter = await getReporter(tx, actor);
      if (old) {
        assertReportedBy(old, reporter);
        assertOpen(old, "修改", "edit");
        await assertMonthOpen(tx, actor, old);
      }
      await assertMonthOpen(tx, actor, merged);
      assertBegun(kind.entity, merged);
      await refuseDangling(tx, kind.entity, merged);
      await kind.check?.(tx, merged, reporter.unitId);
      await refuseSecond(tx, kind, { ...merged, ...reporter });
      return columns(kind.entity, { ...reporter, ...(!old && { status: "unSubmit", ...(await kind.fill?.(tx)) }) });
    },
    async beforeRemove(tx, actor, rows) {
      const reporter = await getReporter(tx, actor);
      for (const row of rows) {
        assertReportedBy(row, reporter);
        assertOpen(row, "删除", "remove");
        await assertMonthOpen(tx, actor, row);
      }
    },
    detail: async (db, actor, row) => ({
      chain: await countChain(db, { ...row, classes: [classesOf(row, actor), kind.getClasses(row)] }),
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
