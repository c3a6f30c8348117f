import {
  type UnitProgress,
  filingProgress,
  filingReminder,
  filingTotals,
} from "@jipei/contract/work-records/filing-progress.ts";
import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import { type WorkPeriod, daysOf } from "@jipei/contract/work-records/work-period.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import { everything } from "../core/database/sql.ts";
import { organisationsIn, regionCondition } from "../core/access/region-scope.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { now } from "../core/foundation/clock.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { notify, sendSms } from "../notices/notices.queries.ts";
import { findContactPhone, getUnitReceivers } from "../providers/providers.queries.ts";
import { classIsSql } from "../training/training.queries.ts";
import { type RecordKind, getPage, isOfEnterprises } from "./kinds.ts";
import { recordKinds } from "./record-kinds.ts";

type Asked = InputOf<typeof filingProgress>;

const findKind = (resource: string): RecordKind => {
  const kind = recordKinds.find((one) => one.resource === resource);
  if (!kind) throw new Refusal("NOT_FOUND");
  return kind;
};

/** The active units that report a kind, with how far each has come; whoever lags behind comes first. */
async function findUnits(db: Db, actor: Actor, { kind, workYear, workPeriod }: Asked): Promise<UnitProgress[]> {
  const { entity, resource } = findKind(kind);
  const { from, to } = daysOf(workYear, workPeriod);
  const inRegion = actor.regions ? sql`u.id in (${organisationsIn(actor.regions)})` : everything;
  const { rows } = await sql<UnitProgress>`
    with filed as (
      select unit_id, count(*)::int as n, count(*) filter (where status in ('firstTrial', 'reTrial'))::int as waiting, count(*) filter (where status = 'compile')::int as done
      from ${sql.table(entity.table)} where work_year = ${workYear} and work_period = ${workPeriod} and is_deleted = 0 group by unit_id),
    held as (
      select t.org_id, count(*)::int as n from training t
      where t.is_deleted = 0 and ${classIsSql("t", "isConfirmed")} and t.start_date <= ${to} and t.end_date >= ${from} group by t.org_id)
    select u.id as unit_id, u.org_name as unit_name, u.side, coalesce(f.n, 0) as record_count, coalesce(h.n, 0) as class_count, r.remind_time,
      case when f.n is null then 'none' when f.done = f.n then 'done' when f.waiting + f.done > 0 then 'review' else 'draft' end as state
    from institution u left join filed f on f.unit_id = u.id left join held h on h.org_id = u.id
      left join work_reminder r on r.unit_id = u.id and r.kind = ${kind} and r.work_year = ${workYear} and r.work_period = ${workPeriod}
    where u.is_deleted = 0 and u.state = 'isUser' and u.side = any(${isOfEnterprises(resource) ? ["1", "2"] : ["1"]}) and ${inRegion}
    order by coalesce(f.waiting + f.done, 0) > 0, coalesce(h.n, 0) = 0, u.side, u.org_name, u.id limit 5000`.execute(
    db,
  );
  return rows;
}

/** Reminds those of the units named that have submitted nothing yet, each once a day. */
async function remind(tx: Tx, actor: Actor, { unitIds, ...asked }: InputOf<typeof filingReminder>, app: Services) {
  const open = (await findUnits(tx, actor, asked)).filter(
    ({ unitId, state }) => unitIds.includes(unitId) && (state === "none" || state === "draft"),
  );
  const { kind, workYear, workPeriod } = asked;
  const { rows } = await sql<{ unitId: string }>`
    insert into work_reminder (unit_id, kind, work_year, work_period, remind_time)
    select id, ${kind}, ${workYear}, ${workPeriod}, ${now()} from unnest(${open.map(({ unitId }) => unitId)}::bigint[]) u (id)
    on conflict (unit_id, kind, work_year, work_period) do update set remind_time = excluded.remind_time where work_reminder.remind_time < now() - interval '1 day'
    returning unit_id`.execute(tx);
  for (const { unitId } of rows)
    await tell(tx, app, open.find((unit) => unit.unitId === unitId) as UnitProgress, asked);
  return { reminded: rows.length };
}

async function tell(tx: Tx, app: Services, { unitId, unitName, side }: UnitProgress, asked: Asked): Promise<void> {
  const { entity, resource } = findKind(asked.kind);
  const period = words(entity, asked.workYear, asked.workPeriod);
  await notify(tx, {
    to: await getUnitReceivers(tx, unitId),
    title: { zh: "工作台账尚未填报", en: "A work record is missing" },
    text: { zh: `${entity.zh}，${period.zh}`, en: `${entity.en}, ${period.en}` },
    link: getPage(resource, side),
  });
  const phone = await findContactPhone(tx, app, unitId);
  if (phone)
    await sendSms(tx, app, {
      template: "WORK_DUE",
      phone,
      params: { unitName, period: period.zh, kind: entity.zh },
      bizType: entity.name,
      bizId: unitId,
    });
}

const words = ({ fields }: RecordKind["entity"], workYear: number, workPeriod: WorkPeriod) => {
  const [zh, en] = fields.workPeriod.codes?.codes[workPeriod] ?? [workPeriod, workPeriod];
  return { zh: `${workYear}年${zh}`, en: `${en} ${workYear}` };
};

/** What completed records of a year come to, kind by kind: those that their lists show the caller. */
async function getTotals(
  db: Db,
  actor: Actor,
  { workYear }: InputOf<typeof filingTotals>,
): Promise<OutputOf<typeof filingTotals>> {
  const kinds = recordKinds.map(
    ({ entity, resource }) => sql`
      select ${resource}::text as kind, case when work_period = 'Y' then 'Y' when work_period like 'Q%' then 'Q' else 'M' end as span,
        count(distinct coalesce(unit_id, 0))::int as unit_count, count(*)::int as record_count, coalesce(sum(finished_count), 0)::int as finished_count,
        coalesce(sum(pass_count), 0)::int as pass_count, coalesce(sum(cert_count), 0)::int as cert_count, coalesce(sum(subsidy_amount), 0)::numeric(16,2) as subsidy_amount
      from ${sql.table(entity.table)} t where work_year = ${workYear} and status = 'compile' and is_deleted = 0 and ${regionCondition(entity, actor) ?? everything} group by 2`,
  );
  const { rows } = await sql<OutputOf<typeof filingTotals>[number]>`${sql.join(kinds, sql` union all `)}`.execute(db);
  return rows;
}

export const filingProgressRoutes: readonly Route[] = [
  reads(filingProgress, findUnits),
  reads(filingTotals, getTotals),
  writes(filingReminder, remind),
];
