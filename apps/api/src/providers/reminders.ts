import type { PageLink } from "@jipei/contract/pages.ts";
import { sql } from "kysely";
import { addDays, today } from "../core/foundation/clock.ts";
import type { Tx } from "../core/database/db.ts";
import { dailyReminder } from "../core/jobs/daily-reminder.ts";
import { notify } from "../notices/notices.queries.ts";
import { overdueBefore } from "../settings/settings.queries.ts";

/** Days before an expiry of which its institution is notified, once. */
const ahead = 30;

interface Due {
  orgId: string;
  label: string;
}

/** What the day brings for institutions: licences, hires and filing documents about to expire, filings that wait too long. */
export async function remindOrganisations(tx: Tx): Promise<void> {
  const day = addDays(today(), ahead);
  const notifyInstitutions = async (due: readonly Due[], zh: string, en: string, link: PageLink) => {
    for (const { orgId, label } of due)
      await notify(tx, { to: { orgId }, title: { zh, en }, text: { zh: label, en: label }, link });
  };
  const licences =
    await sql<Due>`select id as org_id, org_name as label from organisation where is_deleted = 0 and state in ('isUser', 'unUser') and license_expire_date = ${day}`.execute(
      tx,
    );
  await notifyInstitutions(
    licences.rows,
    `办学许可证${ahead}天后到期`,
    `The licence expires in ${ahead} days`,
    "/my/org/info",
  );
  const hires =
    await sql<Due>`select h.org_id, t.name as label from teacher_hire h join teacher t on t.id = h.teacher_id where h.is_deleted = 0 and h.end_date = ${day}`.execute(
      tx,
    );
  await notifyInstitutions(hires.rows, `教师聘期${ahead}天后届满`, `A hire ends in ${ahead} days`, "/my/org/teacher");
  const documents =
    await sql<Due>`select org_id, file_name as label from organisation_document where is_deleted = 0 and is_valid = 'isValid' and expire_date = ${day}`.execute(
      tx,
    );
  await notifyInstitutions(
    documents.rows,
    `备案材料${ahead}天后到期`,
    `A filing document expires in ${ahead} days`,
    "/my/org/info",
  );

  const latest = await overdueBefore(tx);
  const waiting = await sql<{
    label: string;
  }>`select org_name as label from organisation where is_deleted = 0 and (state = 'unConfirm' or change_pending = '1') and commit_time < ${latest}`.execute(
    tx,
  );
  for (const { label } of waiting.rows)
    await notify(tx, {
      to: { role: "clerk" },
      title: { zh: "机构备案待审核已超期", en: "An institution is overdue for approval" },
      text: { zh: label, en: label },
      link: "/org/index",
    });
}

export const organisationReminders = dailyReminder("organisations.remind", remindOrganisations);
