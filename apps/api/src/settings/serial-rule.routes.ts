import {
  SerialRule,
  type SerialShape,
  scopedSerials,
  serialNumber,
  serialRuleCalls,
} from "@jipei/contract/settings/serial-rule.ts";
import { sql } from "kysely";
import { today } from "../core/clock.ts";
import { crud } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { refuseTwin } from "../core/references.ts";
import { Refusal, failureOf } from "../core/refusal.ts";
import { everything } from "../core/sql.ts";
import { checkSerialRule, isBuiltIn } from "./serial-rule.rules.ts";
import { periodOf } from "./settings.queries.ts";
import { mustRunTheHouse } from "../core/house.ts";

type Row = Record<string, any>;

const handlers = crud({
  entity: SerialRule,
  resource: "wf_serial",
  scope: () => everything,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    mustRunTheHouse(actor);
    checkSerialRule(merged, old, old !== null && (await used(tx, old["serialKey"])));
    await refuseTwin(tx, SerialRule, old?.["id"], { serialKey: merged["serialKey"] }, "DUPLICATE", {
      field: { zh: `流水号键“${merged["serialKey"]}”`, en: `Key “${merged["serialKey"]}”` },
    });
    return {};
  },
  async afterSave(tx, _actor, row, old) {
    if (old && old["resetCycle"] !== row["resetCycle"]) await carryOver(tx, row["serialKey"], row["resetCycle"]);
  },
  async beforeRemove(_tx, actor, rows) {
    mustRunTheHouse(actor);
    const kept = rows.filter((row) => isBuiltIn(row["serialKey"]));
    if (kept.length > 0)
      throw new Refusal(
        "PARAM_BUILTIN",
        {},
        kept.map((row) => failureOf(new Refusal("PARAM_BUILTIN"), row["id"])),
      );
  },
});

const used = async (db: Db, key: string) =>
  (
    await db
      .selectFrom("serialCounter")
      .select("value")
      .where("serialKey", "=", key)
      .where("value", ">", 0)
      .limit(1)
      .execute()
  ).length > 0;

/** Another restart counts in another row: it goes on from the highest number of its scope, so that none comes twice. */
async function carryOver(tx: Tx, key: string, cycle: Parameters<typeof periodOf>[0]): Promise<void> {
  const period = periodOf(cycle, today());
  await sql`insert into serial_counter as c (serial_key, scope, period, value)
    select serial_key, scope, ${period}, max(value) from serial_counter where serial_key = ${key} group by serial_key, scope
    on conflict (serial_key, scope, period) do update set value = greatest(c.value, excluded.value)`.execute(tx);
}

/** Adds where the sequence stands and what would come next; sequences with scopes have no single answer. */
async function withStanding(db: Db, rows: Row[]): Promise<Row[]> {
  const found = await db
    .selectFrom("serialCounter")
    .selectAll()
    .where("scope", "=", "")
    .where("serialKey", "in", rows.length > 0 ? rows.map((row) => row["serialKey"]) : [""])
    .execute();
  for (const row of rows) {
    const period = periodOf(row["resetCycle"], today());
    const value = Number(
      found.find((counter) => counter["serialKey"] === row["serialKey"] && counter["period"] === period)?.["value"] ??
        0,
    );
    const next = value === 0 ? 1 : value + row["step"];
    Object.assign(row, {
      currentValue: scopedSerials.has(row["serialKey"]) ? null : value,
      currentPeriod: period,
      sample: serialNumber(row as SerialShape, today(), next),
    });
  }
  return rows;
}

export const serialRuleRoutes: Route[] = [
  reads(serialRuleCalls.list, async (db, actor, query, app) => {
    const page = await handlers.list(db, actor, query, app);
    await withStanding(db, page.records);
    return page as never;
  }),
  reads(
    serialRuleCalls.detail,
    async (db, actor, input, app) =>
      (await withStanding(db, [await handlers.detail(db, actor, input, app)]))[0] as never,
  ),
  writes(serialRuleCalls.submit as never, handlers.submit as never),
  writes(serialRuleCalls.remove as never, handlers.remove as never),
];
