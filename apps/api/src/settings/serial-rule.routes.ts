import { exporter } from "../core/excel/export.ts";
import {
  SerialRule,
  type SerialRuleRow,
  scopedSerials,
  serialNumber,
  serialRuleCalls,
} from "@jipei/contract/settings/serial-rule.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import { today } from "../core/foundation/clock.ts";
import { type CrudOptions, crud } from "../core/entity/crud.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { refuseRows } from "../core/foundation/refusal.ts";
import { everything } from "../core/database/sql.ts";
import { checkSerialRule, isBuiltIn } from "./serial-rule.rules.ts";
import { getPeriod } from "./settings.queries.ts";
import { assertTenantOwner } from "../core/access/tenant-owner.ts";

export const serialRuleRows: CrudOptions<typeof SerialRule> = {
  entity: SerialRule,
  resource: "wf_serial",
  scope: () => everything,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    assertTenantOwner(actor);
    checkSerialRule(merged, old, old !== null && (await used(tx, old.serialKey)));
    await refuseDuplicate(tx, SerialRule, old?.id, { serialKey: merged.serialKey }, "DUPLICATE", {
      field: { zh: `流水号键“${merged.serialKey}”`, en: `Key “${merged.serialKey}”` },
    });
  },
  async afterSave(tx, _actor, row, old) {
    if (old && old.resetCycle !== row.resetCycle) await carryOver(tx, row.serialKey, row.resetCycle);
  },
  async beforeRemove(_tx, actor, rows) {
    assertTenantOwner(actor);
    const builtIn = rows.filter((row) => isBuiltIn(row.serialKey));
    refuseRows(
      "SERIAL_BUILTIN",
      builtIn.map((row) => row.id),
    );
  },
};
const handlers = crud(serialRuleRows);
type SequenceState = Pick<OutputOf<typeof serialRuleCalls.detail>, "currentValue" | "currentPeriod" | "sample">;

const used = async (db: Db, key: string) =>
  (
    await db
      .selectFrom("serialCounter")
      .select("value")
      .where("serialKey", "=", key)
      .where("value", ">", "0")
      .limit(1)
      .execute()
  ).length > 0;

/** Another reset cycle counts in another row; it continues from the highest number of its scope, so that no number comes twice. */
async function carryOver(tx: Tx, key: string, cycle: Parameters<typeof getPeriod>[0]): Promise<void> {
  const period = getPeriod(cycle, today());
  await sql`insert into serial_counter as c (serial_key, scope, period, value)
    select serial_key, scope, ${period}, max(value) from serial_counter where serial_key = ${key} group by serial_key, scope
    on conflict (serial_key, scope, period) do update set value = greatest(c.value, excluded.value)`.execute(tx);
}

/** Adds the current value of the sequence and a sample of the next number; sequences with scopes have no single value. */
async function withSequenceState<R extends SerialRuleRow>(db: Db, rows: readonly R[]): Promise<(R & SequenceState)[]> {
  const found = await db
    .selectFrom("serialCounter")
    .selectAll()
    .where("scope", "=", "")
    .where("serialKey", "in", rows.length > 0 ? rows.map((row) => row.serialKey) : [""])
    .execute();
  return rows.map((row) => {
    const period = getPeriod(row.resetCycle, today());
    const value = Number(
      found.find((counter) => counter.serialKey === row.serialKey && counter.period === period)?.value ?? 0,
    );
    const next = value === 0 ? 1 : value + row.step;
    return {
      ...row,
      currentValue: scopedSerials.has(row.serialKey) ? null : value,
      currentPeriod: period,
      sample: serialNumber(row, today(), next),
    };
  });
}

export const serialRuleRoutes: Route[] = [
  exporter(SerialRule, serialRuleCalls.export, serialRuleRows),
  reads(serialRuleCalls.list, async (db, actor, query, app) => {
    const page = await handlers.list(db, actor, query, app);
    return { ...page, records: await withSequenceState(db, page.records) };
  }),
  reads(serialRuleCalls.detail, async (db, actor, input, app) => {
    const [row] = await withSequenceState(db, [await handlers.detail(db, actor, input, app)]);
    return row as NonNullable<typeof row>;
  }),
  writes(serialRuleCalls.submit, handlers.submit),
  writes(serialRuleCalls.remove, handlers.remove),
];
