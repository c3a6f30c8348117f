import { sql } from "kysely";
import { today } from "../core/foundation/clock.ts";
import type { Tx } from "../core/database/db.ts";
import { dailyReminder } from "../core/jobs/daily-reminder.ts";
import { notify } from "../notices/notices.queries.ts";
import { getUnitReceivers } from "../providers/providers.queries.ts";
import { type SideCode, getSide } from "./claim/claim-side.ts";
import { overdueBefore, parameter } from "../settings/settings.queries.ts";

interface Found {
  id: string;
  side: SideCode;
  orgId: string;
  call: string;
}

const claims = async (tx: Tx, condition: ReturnType<typeof sql>) =>
  (
    await sql<Found>`select t.id, t.side, t.org_id, concat_ws(' ', t.apply_no, c.class_name) as call from subsidy_application t join training c on c.id = t.class_id where t.is_deleted = 0 and ${condition} order by t.id`.execute(
      tx,
    )
  ).rows;

/** What the day brings for claims: publicity that ends, reviews that wait too long, certificates nobody has claimed for. */
export async function remindSubsidies(tx: Tx): Promise<void> {
  for (const { id, side, call } of await claims(
    tx,
    sql`t.status = 'compile' and t.pay_status = '1' and t.publicity_end = ${today()}`,
  ))
    await notify(tx, {
      to: { role: "finance" },
      title: { zh: "补贴公示今日结束", en: "A public notice of a claim ends today" },
      text: { zh: call, en: call },
      link: `${getSide({ side }).reviewPage}/${id}`,
    });

  const latest = await overdueBefore(tx);
  const waiting = {
    firstReviewer: sql`t.status = 'firstTrial' and t.commit_time < ${latest}`,
    secondReviewer: sql`t.status = 'reTrial' and t.first_time < ${latest}`,
  } as const;
  for (const [role, condition] of Object.entries(waiting))
    for (const { id, side, call } of await claims(tx, condition))
      await notify(tx, {
        to: { role: role as keyof typeof waiting },
        title: { zh: "补贴申请待审核已超期", en: "A claim is overdue for review" },
        text: { zh: call, en: call },
        link: `${getSide({ side }).reviewPage}/${id}`,
      });

  await remindOfUnclaimed(tx, (await parameter(tx, "subsidy.deadline.months")) - 1);
}

/** A month before the deadline, once: for how many certificates of a class nobody has claimed the training. */
async function remindOfUnclaimed(tx: Tx, months: number): Promise<void> {
  const found = await sql<Found & { n: number }>`
    select c.id, c.side, c.org_id, concat_ws(' ', c.class_no, c.class_name) as call, count(*)::int as n
    from diploma t join training c on c.id = t.class_id
    where t.is_valid = 'isValid' and c.is_subsidy = '1' and (t.issue_date + make_interval(months => ${months}))::date = ${today()}
      and not exists (select 1 from subsidy_line l join training_claim a on a.id = l.apply_id and a.status <> 'unSubmit' where l.student_id = t.student_id and l.is_deleted = 0)
    group by c.id, c.side, c.org_id, c.class_no, c.class_name order by c.id`.execute(tx);
  for (const { orgId, side, call, n } of found.rows)
    await notify(tx, {
      to: await getUnitReceivers(tx, orgId),
      title: {
        zh: `${n}本证书尚未申领补贴，一个月后到期`,
        en: `Certificates not claimed for, a month before the deadline: ${n}`,
      },
      text: { zh: call, en: call },
      link: `${getSide({ side }).page}/new`,
    });
}

export const subsidyReminders = dailyReminder("subsidies.remind", remindSubsidies);
