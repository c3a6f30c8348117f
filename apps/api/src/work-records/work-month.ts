import { WorkMonth, workMonthCalls as calls, workMonthMachine } from "@jipei/contract/work-records/work-month.ts";
import { type WorkPeriod, daysOf, monthsOf } from "@jipei/contract/work-records/work-period.ts";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { everything } from "../core/database/sql.ts";
import { columns } from "../core/entity/columns.ts";
import { crud } from "../core/entity/crud.ts";
import { type Guard, lifecycle, moveRoute, transition } from "../core/entity/transition.ts";
import { exporter } from "../core/excel/export.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { now, today } from "../core/foundation/clock.ts";
import { Refusal, notPossible } from "../core/foundation/refusal.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { recordKinds } from "./record-kinds.ts";

/** The month whose closing holds a period: its last one. */
const monthOf = (period: WorkPeriod): string => String(monthsOf(period)[1]).padStart(2, "0");

/** The row of a month, locked against closing until the transaction ends; the first record of a month adds it. @returns its id and state */
async function lockMonth(
  tx: Tx,
  actor: Actor,
  workYear: number,
  month: string,
): Promise<{ id: string; state: string }> {
  await sql`insert into work_month (work_year, work_month, create_user, update_user) values (${workYear}, ${month}, ${actor.userId}, ${actor.userId}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from work_month where work_year = ${workYear} and work_month = ${month} for share`.execute(tx);
  return rows[0] as { id: string; state: string };
}

/** Nothing changes in a month that is closed. @throws WORK_CLOSED */
export async function assertMonthOpen(
  tx: Tx,
  actor: Actor,
  { workYear, workPeriod }: { workYear: number; workPeriod: WorkPeriod },
): Promise<void> {
  const month = monthOf(workPeriod);
  const { state } = await lockMonth(tx, actor, workYear, month);
  if (state === "closed") throw new Refusal("WORK_CLOSED", { month: `${workYear}-${month}` });
}

/** A month is closed once it is over. @throws STATE_ILLEGAL */
const over: Guard<typeof WorkMonth> = (_tx, _actor, { workYear, workMonth }) => {
  if (daysOf(workYear, workMonth).to >= today())
    throw notPossible({
      status: { zh: "本月尚未结束", en: "not over yet" },
      action: { zh: "关闭月份", en: "close the month" },
    });
};

/** Nothing of it waits for a review. @throws WORK_WAITING */
const reviewed: Guard<typeof WorkMonth> = async (tx, _actor, { workYear, workMonth }) => {
  const periods = (["Q1", "Q2", "Q3", "Q4", "Y", workMonth] as const).filter((period) => monthOf(period) === workMonth);
  const waiting = recordKinds.map(
    ({ entity }): RawBuilder<unknown> =>
      sql`select id from ${sql.table(entity.table)} where work_year = ${workYear} and work_period = any(${periods}) and status in ('firstTrial', 'reTrial') and is_deleted = 0`,
  );
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (${sql.join(waiting, sql` union all `)}) w`.execute(tx);
  const n = rows[0]?.n ?? 0;
  if (n > 0) throw new Refusal("WORK_WAITING", { n });
};

const life = lifecycle({
  machine: workMonthMachine,
  entity: WorkMonth,
  scope: () => everything,
  moves: {
    close: {
      guards: [over, reviewed],
      set: (_tx, actor) => columns(WorkMonth, { closeUser: actor.userId, closeTime: now(), reopenReason: null }),
    },
    reopen: { set: (_tx, _actor, _row, input) => columns(WorkMonth, { reopenReason: input.reason }) },
  },
});

export const workMonthRows = { entity: WorkMonth, resource: "work_month", scope: () => everything } as const;
const { list } = crud(workMonthRows);

export const workMonthRoutes: readonly Route[] = [
  reads(calls.list, list),
  writes(calls.close, async (tx, actor, { workYear, workMonth }, app) => {
    const { id } = await lockMonth(tx, actor, workYear, workMonth);
    await transition(tx, actor, life, "close", [id], {}, app);
  }),
  moveRoute(calls.reopen, life, "reopen"),
  exporter(WorkMonth, calls.export, workMonthRows),
];
