import type { PermissionKey } from "@jipei/contract/permissions.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import type { ReviewedEntity } from "@jipei/contract/work-records/two-reviews.ts";
import { sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import type { Tx } from "../core/database/db.ts";
import { type Actor, may } from "../core/foundation/actor.ts";
import type { HomeRows } from "../core/foundation/home-rows.ts";
import { notify } from "../notices/notices.queries.ts";
import type { RecordResource } from "./kinds.ts";

/** The two reviews: the state in which a record waits for one, since when, and who gives it. */
const reviews = [
  { state: "firstTrial", right: "first_commit", role: "firstReviewer", since: sql`t.commit_time` },
  { state: "reTrial", right: "re_commit", role: "secondReviewer", since: sql`t.first_time` },
] as const;

type ReviewedResource = RecordResource | "jsyx_record";

/** Rights to either review of what passes two. */
export const reviewRights = (resource: ReviewedResource): readonly PermissionKey[] =>
  reviews.map(({ right }) => `${resource}_${right}` as const);

/** What waits for a review that the actor may give; nobody gives both of a record. */
export const reviewWaiting =
  (entity: ReviewedEntity, resource: ReviewedResource): HomeRows =>
  (actor: Actor) => {
    const open = reviews.filter(({ right }) => may(actor, `${resource}_${right}`));
    const parts = open.map(
      ({ state, since }) =>
        sql`select ${since} as since from ${sql.table(entity.table)} t where ${liveRows(entity, actor)} and t.status = ${state} and t.first_user is distinct from ${actor.userId}`,
    );
    return sql.join(parts, sql` union all `);
  };

/** Tells the reviewers how much of a kind waits longer than a review may take. @param latest the day before which it is overdue */
export async function remindReviewers(
  tx: Tx,
  entity: ReviewedEntity,
  latest: string,
  reviewPage: (status: "firstTrial" | "reTrial") => PageLink,
): Promise<void> {
  for (const { state, role, since } of reviews) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(entity.table)} t where t.is_deleted = 0 and t.status = ${state} and ${since} < ${latest}`.execute(
      tx,
    );
    const n = rows[0]?.n ?? 0;
    if (n === 0) continue;
    await notify(tx, {
      to: { role },
      title: { zh: `${entity.zh}待审核已超期`, en: `${entity.en}: overdue for review` },
      text: { zh: `${n}份`, en: `${n} waiting` },
      link: reviewPage(state),
    });
  }
}
