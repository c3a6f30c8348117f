import type { payStatus, subsidyKind } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { objectionState } from "@jipei/contract/subsidies/payment-objection.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { personAmount } from "../recoveries/recovered.ts";

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

/** The last hundred payments approved in the name of a person, with their objections. @param idNumberHash keyed hash of the ID number */
export async function getPaymentsOfPerson(db: Db, idNumberHash: string): Promise<PersonPayment[]> {
  const { rows } = await sql<PersonPayment>`
    select l.id as line_id, a.apply_no, c.class_name, o.org_name, a.subsidy_kind, ${personAmount} as amount, a.pay_status, a.pay_date,
      p.state as objection_state, p.answer as objection_answer
    from subsidy_line l left join payment_objection p on p.line_id = l.id and p.is_deleted = 0 join subsidy_application a on a.id = l.apply_id join training c on c.id = a.class_id join institution o on o.id = a.org_id
    where l.id_number_hash = ${idNumberHash} and l.is_deleted = 0 and l.detail_status is distinct from '2' and a.is_deleted = 0 and a.status = 'compile'
    order by a.pay_date desc nulls first, l.id desc limit 100`.execute(db);
  return rows;
}
