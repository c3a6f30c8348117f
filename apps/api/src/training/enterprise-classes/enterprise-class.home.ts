import type { ConfirmStatus } from "@jipei/contract/core/fields/codes.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { sql } from "kysely";
import { liveRows } from "../../core/access/data-scope.ts";
import type { Db } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { isOwnUnit } from "../../providers/providers.queries.ts";

interface OwnClass {
  id: string;
  className: string;
  confirmStatus: ConfirmStatus;
  backReason: string | null;
  startDate: string;
  endDate: string;
  people: number;
}

/** Classes of an enterprise that are not over: returned ones and drafts first, then those that wait and those that run or will. */
export async function getClassesOfEnterprise(db: Db, actor: Actor): Promise<OwnClass[]> {
  const { rows } = await sql<OwnClass>`
    select t.id, t.class_name, t.confirm_status, t.back_reason, t.start_date, t.end_date,
      (select count(*)::int from student s where s.class_id = t.id and s.is_deleted = 0 and s.confirm_status <> 'Invalidate') as people
    from enterprise_class t
    where ${isOwnUnit(sql`t.unit_id`, actor)} and ${liveRows(EnterpriseClass, actor)}
      and (t.confirm_status in ('back', 'unSubmit', 'unConfirm') or t.confirm_status = 'Confirm' and t.end_date >= ${today()})
    order by array_position(array['back', 'unSubmit', 'unConfirm', 'Confirm'], t.confirm_status::text), t.start_date, t.id limit 20`.execute(
    db,
  );
  return rows;
}
