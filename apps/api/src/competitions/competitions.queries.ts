import { CompetitionRegister } from "@jipei/contract/competitions/registration.ts";
import { sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import type { HomeRows } from "../core/foundation/home-rows.ts";
import type { Db } from "../core/database/db.ts";
import { type PrintedResult, publishedResults } from "./published-results.ts";

export { awardPath } from "./awards.ts";
export { type Award, type PrintedResult, findAward } from "./published-results.ts";

/** Registrations that wait for the bureau, with the moment since when. */
export const registrationsWaiting: HomeRows = (actor) =>
  sql`select t.commit_time as since from competition_register t where ${liveRows(CompetitionRegister, actor)} and t.confirm_status = 'unConfirm'`;

/** A competition of which results are out, for the public pages. */
export interface PublicCompetition {
  id: string;
  competitionName: string;
  hostOrg: string;
  publishDate: string;
}

/** Published competitions of which results are published, the latest first. @param id only this one */
export async function getCompetitionsWithResults(
  db: Db,
  { size, skip }: { size: number; skip: number },
  id: string | null = null,
): Promise<{ competitions: PublicCompetition[]; total: number }> {
  const only = id === null ? sql`true` : sql`c.id = ${id}`;
  const { rows } = await sql<PublicCompetition & { total: number }>`
    select c.id, c.competition_name, c.host_org, max(t.publish_date) as publish_date, (count(*) over ())::int as total
    from competition_notice c join competition_record t on t.competition_id = c.id and t.is_deleted = 0 and t.is_publish = '1'
    where c.is_deleted = 0 and c.status = '1' and ${only} group by c.id order by 4 desc, c.id desc limit ${size} offset ${skip}`.execute(
    db,
  );
  return { competitions: rows, total: rows[0]?.total ?? 0 };
}

/** What is published of a competition. Names in full: the public page masks them. */
export const getPublishedResults = async (db: Db, competitionId: string): Promise<PrintedResult[]> =>
  (
    await publishedResults<PrintedResult>(
      sql`t.competition_id = ${competitionId} and c.status = '1' and c.is_deleted = 0`,
    ).execute(db)
  ).rows;
