import {
  CompetitionNotice,
  type WholeCompetition,
  competitionMachine,
} from "@jipei/contract/competitions/competition.ts";
import { noticeStatus } from "@jipei/contract/notices/notice-status.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import type { Scope } from "../core/database/rows.ts";
import { everything } from "../core/database/sql.ts";
import { getAudit } from "../core/entity/audit.ts";
import { columns } from "../core/entity/columns.ts";
import type { CrudOptions } from "../core/entity/crud.ts";
import { type Effect, type Guard, lifecycle } from "../core/entity/transition.ts";
import { Refusal, illegalState, invalidField, invalidValue } from "../core/foundation/refusal.ts";
import { notify } from "../notices/notices.queries.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { tellRegistrants } from "./registrants.ts";

/** The bureau sees all competitions, everybody else those that are published. */
export const competitionScope: Scope = (actor) => (actor.audience === "bureau" ? everything : sql`t.status = '1'`);

type Item = WholeCompetition["items"][number];

/** The items of a competition with the places that are taken, in the order of their numbers. */
export async function readItems(db: Db, competitionId: string): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select i.item_no, i.item_name, i.occupation_name, i.level, i.quota, i.team_size,
      (select count(*)::int from competition_register r where r.competition_id = i.competition_id and r.item_no = i.item_no and r.is_deleted = 0 and r.confirm_status in ('unConfirm', 'Confirm')) as taken
    from competition_item i where i.competition_id = ${competitionId} order by i.item_no`.execute(db);
  return rows;
}

/**
 * Replaces the items of a competition that is not published. What somebody registered for stays, with places for all of them.
 * @throws FIELD_INVALID, COMP_IN_USE
 */
export async function saveItems(tx: Tx, competitionId: string, items: readonly Omit<Item, "taken">[]): Promise<void> {
  const numbers = items.map(({ itemNo }) => itemNo);
  if (new Set(numbers).size !== numbers.length)
    throw invalidField("items", "竞赛项目", "Items", "项目编号重复", "an item number stands twice");
  const { rows: registered } = await sql<{ itemNo: string; taken: number }>`
    select item_no, (count(*) filter (where confirm_status in ('unConfirm', 'Confirm')))::int as taken
    from competition_register where competition_id = ${competitionId} and is_deleted = 0 group by item_no`.execute(tx);
  for (const { itemNo, taken } of registered) {
    const kept = items.find((one) => one.itemNo === itemNo);
    if (!kept || kept.quota < taken) throw new Refusal("COMP_IN_USE");
  }
  await sql`delete from competition_item where competition_id = ${competitionId}`.execute(tx);
  if (items.length > 0)
    await tx
      .insertInto("competitionItem")
      .values(
        items.map(({ itemNo, itemName, occupationName, level, quota, teamSize }) => ({
          competitionId,
          itemNo,
          itemName,
          occupationName,
          level: level ?? null,
          quota,
          teamSize,
        })),
      )
      .execute();
}

export const competitionOptions = {
  entity: CompetitionNotice,
  resource: "competition_notice",
  scope: competitionScope,
  audited: true,
  /** @throws STATE_ILLEGAL for a published one, FIELD_INVALID for days out of order */
  async beforeSave(tx, _actor, { registerStart, registerEnd, competeStart, competeEnd }, old) {
    if (old?.status === "1") throw illegalState(noticeStatus, old.status, "修改", "edit");
    const wrong = (field: "registerEnd" | "competeStart" | "competeEnd", zh: string, en: string) =>
      invalidValue(CompetitionNotice, field, zh, en);
    if (registerEnd < registerStart) throw wrong("registerEnd", "不能早于报名开始", "before registration begins");
    if (competeStart <= registerEnd) throw wrong("competeStart", "须晚于报名截止", "not after registration ends");
    if (competeEnd < competeStart) throw wrong("competeEnd", "不能早于竞赛开始", "before the competition begins");
    return columns(CompetitionNotice, {
      ...(!old && { status: "0" }),
      competitionNo: old?.competitionNo ?? (await nextNumber(tx, "COMP_NO")),
    });
  },
  /** @throws STATE_ILLEGAL, COMP_IN_USE */
  async beforeRemove(tx, _actor, rows) {
    for (const { status } of rows) if (status === "1") throw illegalState(noticeStatus, status, "删除", "remove");
    const ids = rows.map(({ id }) => id);
    const used = await sql`
      select from competition_register where competition_id = any(${ids}::bigint[]) and is_deleted = 0 limit 1`.execute(
      tx,
    );
    if (used.rows.length > 0) throw new Refusal("COMP_IN_USE");
  },
  detail: async (db, actor, { id }) => ({
    items: await readItems(db, id),
    auditList: actor.audience === "bureau" ? await getAudit(db, actor, CompetitionNotice.name, id) : [],
  }),
} satisfies CrudOptions<typeof CompetitionNotice>;

/** @throws FIELD_INVALID without an item */
const hasItems: Guard<typeof CompetitionNotice> = async (tx, _actor, { id }) => {
  if ((await readItems(tx, id)).length === 0)
    throw invalidField("items", "竞赛项目", "Items", "至少一个", "at least one");
};

/** Units hear of a competition; whoever registered hears that it is withdrawn. */
const tellUnits: Effect<typeof CompetitionNotice> = async (tx, _actor, { competitionName: zh }) => {
  const news = { title: { zh: "竞赛开始报名", en: "A competition takes registrations" }, text: { zh, en: zh } };
  await notify(tx, { ...news, to: { role: "orgAdmin" }, link: "/my/competition" });
  await notify(tx, { ...news, to: { role: "entAdmin" }, link: "/ent/competition" });
};
const tellRegistered: Effect<typeof CompetitionNotice> = (tx, _actor, { id, competitionName }, { reason }) =>
  tellRegistrants(tx, sql`r.competition_id = ${id} and r.confirm_status in ('unConfirm', 'Confirm')`, {
    title: { zh: "竞赛已撤回", en: "A competition was withdrawn" },
    text: { zh: `${competitionName}：${reason}`, en: `${competitionName}: ${reason}` },
  });

export const competitionLifecycle = lifecycle({
  machine: competitionMachine,
  entity: CompetitionNotice,
  scope: competitionScope,
  moves: {
    publish: {
      guards: [hasItems],
      set: () => columns(CompetitionNotice, { withdrawReason: null }),
      effects: [tellUnits],
    },
    withdraw: {
      set: (_tx, _actor, _row, { reason }) => columns(CompetitionNotice, { withdrawReason: reason }),
      effects: [tellRegistered],
    },
  },
});
