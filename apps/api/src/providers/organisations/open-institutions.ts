import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** What everybody may know of an active institution: nothing of its people. */
export interface OpenInstitution {
  id: string;
  orgNo: string | null;
  orgName: string;
  orgType: string;
  address: string;
  trainScope: string;
}

const columns = sql`t.id, t.org_no, t.org_name, t.org_type, t.address, t.train_scope`;
const active = sql`t.is_deleted = 0 and t.side = '1' and t.state = 'isUser'`;

/** Active institutions by name, a page of them. @param courseId those approved for a course; null: all */
export async function getOpenInstitutions(
  db: Db,
  { courseId, size, skip }: { courseId: string | null; size: number; skip: number },
): Promise<{ institutions: OpenInstitution[]; total: number }> {
  const offering = courseId
    ? sql`and exists (select from organisation_course o where o.org_id = t.id and o.course_id = ${courseId} and o.confirm_status = 'Confirm' and o.is_valid = 'isValid' and o.is_deleted = 0)`
    : sql``;
  const found = await sql<OpenInstitution>`select ${columns} from organisation t where ${active} ${offering}
    order by t.org_name, t.id limit ${size} offset ${skip}`.execute(db);
  const counted = await sql<{
    n: number;
  }>`select count(*)::int as n from organisation t where ${active} ${offering}`.execute(db);
  return { institutions: found.rows, total: counted.rows[0]?.n ?? 0 };
}
