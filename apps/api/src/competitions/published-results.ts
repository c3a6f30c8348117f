import type { Actor } from "../core/foundation/actor.ts";
import { isNameless, maskName } from "../core/security/mask.ts";
import type { awardLevel } from "@jipei/contract/competitions/result.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import type { Condition } from "../core/database/sql.ts";

/** A published result as it is printed. Scores and ranks as in the list of results. */
export interface PrintedResult {
  registerNo: string;
  name: string;
  workUnit: string;
  itemNo: string;
  itemName: string;
  totalScore: string;
  rank: number;
  awardLevel: CodeOf<typeof awardLevel> | null;
}
/** A published result with an award. */
export interface Award extends PrintedResult {
  awardLevel: CodeOf<typeof awardLevel>;
  competitionName: string;
  hostOrg: string;
  publishDate: string;
  verifyCode: string;
}

/** SQL: the rank of a result (`t`) within its item; equal totals share one. What is not published moves no published one. */
export const rankSql = `(select 1 + count(*)::int from competition_record o
  where o.competition_id = t.competition_id and o.item_no = t.item_no and o.total_score > t.total_score and o.is_deleted = 0
    and (o.is_publish = '1' or t.is_publish = '0'))`;

/** Published results (alias `t`) with their contestants, in the order of items and ranks. */
export const publishedResults = <R>(where: Condition): RawBuilder<R> => sql<R>`
  select r.register_no, r.name, r.work_unit, t.item_no, i.item_name, t.total_score, t.award_level, t.publish_date, t.verify_code,
    c.competition_name, c.host_org, ${sql.raw(rankSql)} as rank
  from competition_record t join competition_register r on r.id = t.register_id join competition_notice c on c.id = t.competition_id
    join competition_item i on i.competition_id = t.competition_id and i.item_no = t.item_no
  where t.is_deleted = 0 and t.is_publish = '1' and ${where} order by t.item_no, t.total_score desc, r.register_no`;

/** Awards that the number and the code of a certificate name. */
export const findAward = async (db: Db, registerNo: string, verifyCode: string): Promise<Award | undefined> =>
  (
    await publishedResults<Award>(
      sql`r.register_no = ${registerNo} and t.verify_code = ${verifyCode.toUpperCase()} and t.award_level is not null`,
    ).execute(db)
  ).rows[0];

/** Results as whoever prints them may have them in a file: names as exports show them. */
export const shownTo = (actor: Actor, results: readonly PrintedResult[]): readonly PrintedResult[] =>
  isNameless(actor, "export") ? results.map((row) => ({ ...row, name: maskName(row.name) })) : results;
