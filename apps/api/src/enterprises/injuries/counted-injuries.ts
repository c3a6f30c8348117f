import type { InjuryRecordRow } from "@jipei/contract/enterprises/injury-record.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { Condition } from "../../core/database/sql.ts";

interface CountedInjury extends Pick<
  InjuryRecordRow,
  "injuryNo" | "entName" | "injuryTime" | "accidentType" | "injuryGrade"
> {
  injuryId: string;
}

/**
 * The injuries between two days (yyyy-MM-dd, both included) that are counted: those that the bureau has locked. Each is one person.
 * @param ofUnit which units they are of, given a column of ids of units
 */
export async function findCountedInjuries(
  db: Db,
  { from, to }: { from: string; to: string },
  ofUnit: (column: Condition) => Condition,
): Promise<CountedInjury[]> {
  const { rows } = await sql<CountedInjury>`
    select i.id as injury_id, i.injury_no, d.org_name as ent_name, i.injury_time, i.accident_type, i.injury_grade
    from injury_record i join unit d on d.id = i.ent_id left join institution u on u.dept_id = i.ent_id and u.is_deleted = 0
    where i.is_deleted = 0 and i.is_lock = '1' and (i.injury_time at time zone 'Asia/Shanghai')::date between ${from} and ${to} and ${ofUnit(sql`u.id`)}
    order by i.injury_time desc, i.id desc`.execute(db);
  return rows;
}
