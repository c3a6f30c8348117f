import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/**
 * What was planned for a year: people in approved plans of institutions, and the budget in yuan.
 * @param orgId one institution, which has no budget of its own; null: all of them
 */
export async function getPlanFigures(
  db: Db,
  year: number,
  orgId: string | null,
): Promise<{ headcount: number; budget: string | null }> {
  const own = orgId ? sql`and t.org_id = ${orgId}` : sql``;
  const approved = await sql<{
    n: number;
  }>`select coalesce(sum(t.headcount), 0)::int as n from organisation_plan t join plan p on p.id = t.plan_id and p.plan_year = ${year}
    where t.is_deleted = 0 and t.confirm_status = 'Confirm' ${own}`.execute(db);
  const budget =
    orgId === null
      ? await sql<{
          sum: string;
        }>`select coalesce(sum(budget_amount), 0)::numeric(16,2) as sum from plan where plan_year = ${year} and is_deleted = 0`.execute(
          db,
        )
      : null;
  return { headcount: approved.rows[0]?.n ?? 0, budget: budget?.rows[0]?.sum ?? null };
}

/** Whether a plan of this year is published, as a condition. */
export const yearIsPlanned = sql`exists (select from plan where plan_year = extract(year from now()) and is_release = '1' and is_deleted = 0)`;
