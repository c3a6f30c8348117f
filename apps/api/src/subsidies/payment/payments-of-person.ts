import type { payStatus, subsidyKind } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { objectionState } from "@jipei/contract/subsidies/payment-objection.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { paidInAdvance } from "../apprentices/advances.ts";

interface PersonPayment {
  lineId: string;
  applyNo: string | null;
  className: string;
  orgName: string;
  subsidyKind: CodeOf<typeof subsidyKind> | null;
  /** Yuan. */
  amount: string;
  payStatus: CodeOf<typeof payStatus> | null;
  payDate: string | null;
  objectionState: CodeOf<typeof objectionState> | null;
  objectionAnswer: string | null;
}

/** SQL of what is paid for a row (alias `mine`, its claim `a`) beside what was paid for the person in advance, which is a row of its own. */
const amount = sql`greatest(coalesce(mine.approved_amount, mine.apply_amount)
  - case when a.advance_amount > 0 then ${paidInAdvance(sql`mine.student_id`)} else 0 end, 0)::numeric(10,2)`;

/** The last hundred payments approved in the name of a person, with their objections. @param idNumberHash keyed hash of the ID number */
export async function getPaymentsOfPerson(db: Db, idNumberHash: string): Promise<PersonPayment[]> {
  const { rows } = await sql<PersonPayment>`
    select mine.id as line_id, a.apply_no, c.class_name, o.org_name, a.subsidy_kind, ${amount} as amount, a.pay_status, a.pay_date,
      p.state as objection_state, p.answer as objection_answer
    from subsidy_line mine left join payment_objection p on p.line_id = mine.id and p.is_deleted = 0 join subsidy_application a on a.id = mine.apply_id join training c on c.id = a.class_id join institution o on o.id = a.org_id
    where mine.id_number_hash = ${idNumberHash} and mine.is_deleted = 0 and mine.detail_status is distinct from '2' and a.is_deleted = 0 and a.status = 'compile'
    order by a.pay_date desc nulls first, mine.id desc limit 100`.execute(db);
  return rows;
}
