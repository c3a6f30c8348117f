import { EnterpriseTotal, enterpriseTotalCalls as calls } from "@jipei/contract/enterprises/enterprise-total.ts";
import type { ListQuery, ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { crud, saveRow } from "../core/entity/crud.ts";
import { updateRow } from "../core/database/write-rows.ts";
import { toResponse } from "../core/entity/to-response.ts";
import { moveRoute } from "../core/entity/transition.ts";
import { visible } from "../core/access/data-scope.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { lockRow, readRow } from "../core/database/rows.ts";
import { type Route, reads, writes, writesPrepared } from "../core/http/implement.ts";
import { listSource } from "../core/list/list-source.ts";
import { countSearches } from "../core/security/masked-search.ts";
import type { Services } from "../core/foundation/services.ts";
import { enterpriseAccountLifecycle } from "./enterprise-account.lifecycle.ts";
import { figures } from "./enterprise-figures.ts";
import { type Registered, askRegisters, registeredColumns } from "./enterprise-registers.ts";
import { enterpriseScope } from "./enterprise-total.scope.ts";
import { enterpriseOptions } from "./enterprise-total.ts";

const { list, detail, remove } = crud(enterpriseOptions);

/** A record that the actor may see; undefined otherwise: the write itself then refuses, and no register is asked for strangers. */
async function findSeen(app: Services, actor: Actor, id: string) {
  const { rows } = await sql<{ creditCode: string; isAnswered: boolean }>`
    select credit_code, unit_evidence_id is not null and arrears_evidence_id is not null as is_answered from enterprise_total t where t.id = ${id} and t.is_deleted = 0 and ${visible(EnterpriseTotal, enterpriseScope, actor)}`.execute(
    app.db,
  );
  return rows[0];
}

/** The credit code to ask the registers about before a record is saved; null where both answered for it already, until they are asked again (`refresh`). */
async function findUnasked(
  app: Services,
  actor: Actor,
  { id, creditCode }: { id?: string | null; creditCode?: string },
): Promise<string | null> {
  const seen = id ? await findSeen(app, actor, id) : undefined;
  if (!id || (seen && creditCode && creditCode !== seen.creditCode)) return creditCode ?? null;
  return seen && !seen.isAnswered ? seen.creditCode : null;
}

/** What the registers say of the enterprise of a record, stored with it. */
async function takeOver(tx: Tx, actor: Actor, id: string, registered: Registered | null): Promise<void> {
  if (registered) await updateRow(tx, actor, EnterpriseTotal, id, registeredColumns(registered));
}

export const enterpriseTotalRoutes: Route[] = [
  reads(calls.list, list),
  reads(calls.detail, detail),
  writesPrepared(
    calls.submit,
    async (app, actor, input) => askRegisters(app, actor, await findUnasked(app, actor, input), input.id ?? null),
    async (tx, actor, input, app, registered) => {
      const saved = await saveRow(tx, actor, enterpriseOptions, input, app);
      await takeOver(tx, actor, saved.id, registered);
      return saved;
    },
  ),
  writes(calls.remove, remove),
  writesPrepared(
    calls.refresh,
    async (app, actor, { id }) => askRegisters(app, actor, (await findSeen(app, actor, id))?.creditCode ?? null, id, 0),
    async (tx, actor, { id }, app, registered) => {
      await lockRow(tx, EnterpriseTotal, enterpriseScope, actor, id);
      await takeOver(tx, actor, id, registered);
      const row = await readRow(tx, EnterpriseTotal, enterpriseScope, actor, id);
      return toResponse(EnterpriseTotal, actor, app.cipher, row, "detail");
    },
  ),
  reads(calls.total, total),
  moveRoute(calls.approveAccount, enterpriseAccountLifecycle, "approveAccount"),
  moveRoute(calls.returnAccount, enterpriseAccountLifecycle, "returnAccount"),
];

/** Sums over everything a list shows, whatever the page. */
async function total(db: Db, actor: Actor, query: ListQuery, app: Services): Promise<Totals> {
  const { where } = listSource(app, actor, EnterpriseTotal, query, { scope: enterpriseScope });
  await countSearches(app, actor, EnterpriseTotal, query);
  const { rows } = await sql<Totals>`
    select count(distinct t.ent_id)::int as ent_count, coalesce(sum(t.employee_count), 0)::int as employee_count, coalesce(sum(t.skilled_count), 0)::int as skilled_count,
      coalesce(sum(t.high_skilled_count), 0)::int as high_skilled_count, coalesce(sum(t.insured_count), 0)::int as insured_count,
      coalesce(sum(t.plan_train_count), 0)::int as plan_train_count, coalesce(sum((${sql.raw(figures.trainedCount)})), 0)::int as trained_count,
      coalesce(sum((${sql.raw(figures.certCount)})), 0)::int as cert_count, coalesce(sum((${sql.raw(figures.subsidyAmount)})), 0)::numeric(14,2) as subsidy_amount
    from enterprise_total t where ${where}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a sum has one row");
  return row;
}
type Totals = ValueOfShape<typeof calls.total.output>;
