import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { inRunState } from "../classes/run-state.ts";
import { type Message, notify } from "../../notices/notices.queries.ts";

interface Found {
  id: string;
  entId: string | null;
  label: string;
}

const findClasses = async (tx: Tx, condition: RawBuilder<unknown>): Promise<Found[]> =>
  (
    await sql<Found>`
      select t.id, u.dept_id as ent_id, concat_ws(' ', t.class_no, t.class_name) as label from enterprise_class t join institution u on u.id = t.unit_id
      where t.is_deleted = 0 and ${condition} order by t.id`.execute(tx)
  ).rows;

const reminder = ({ id, label }: Found, to: Message["to"], zh: string, en: string): Message => ({
  to,
  title: { zh, en },
  text: { zh: label, en: label },
  link: `/enterprise/class/${id}`,
});

/**
 * What the day brings to classes of enterprises: those that start tomorrow, ended ones nobody had assessed, reviews that wait too long.
 * @param latest submitted before it, a review is overdue
 * @param untilAssessment days after the end of a class without a test application
 */
export async function remindOfEnterpriseClasses(tx: Tx, latest: string, untilAssessment: number): Promise<void> {
  for (const found of await findClasses(
    tx,
    sql`t.confirm_status = 'Confirm' and t.start_date = ${addDays(today(), 1)}`,
  ))
    await notify(tx, reminder(found, { entId: found.entId }, "班级明日开班", "A class starts tomorrow"));
  for (const found of await findClasses(
    tx,
    sql`t.confirm_status = 'Confirm' and t.end_date = ${addDays(today(), -untilAssessment)} and ${inRunState("ended")}`,
  ))
    await notify(
      tx,
      reminder(
        found,
        { entId: found.entId },
        `班级结业${untilAssessment}天仍未申请考核`,
        `${untilAssessment} days after its end a class has no test application`,
      ),
    );
  for (const found of await findClasses(tx, sql`t.confirm_status = 'unConfirm' and t.commit_time < ${latest}`))
    await notify(
      tx,
      reminder(
        found,
        { role: ["clerk", "firstReviewer"] },
        "企业班级待审核已超期",
        "A class of an enterprise is overdue for review",
      ),
    );
}
