import { RecoveryItem } from "@jipei/contract/subsidies/recovery-item.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { system } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Timer } from "../../core/jobs/jobs.ts";
import { notify } from "../../notices/notices.queries.ts";
import { found } from "./find-recoverable.ts";

/** Rows of claims that one transaction looks at. */
const pageSize = 20_000;

/**
 * Looks at all paid rows again, by our own records alone: what would not be paid today is put on the list to be recovered, and what nothing is said
 * against any more is taken off it. A page at a time, so that a million rows hold no lock for long; repeating it changes nothing.
 * @returns how many entries are new
 */
export async function watchPaidRows(db: Db, size = pageSize): Promise<number> {
  let added = 0;
  let after = "0";
  for (;;) {
    const last = await findEnd(db, after, size);
    if (last === null) break;
    const from = after;
    added += await db.transaction().execute((tx) => watchPage(tx, from, last));
    after = last;
  }
  if (added > 0) await db.transaction().execute((tx) => tell(tx, added));
  return added;
}

/** The last row of a page of rows, paid or not; null at the end. */
async function findEnd(db: Db, after: string, size: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(id) as last from (select id from subsidy_line where id > ${after} order by id limit ${size}) page`.execute(
    db,
  );
  return rows[0]?.last ?? null;
}

async function watchPage(tx: Tx, after: string, last: string): Promise<number> {
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    with ${found(after, last)},
      added as (
        insert into recovery_item (line_id, name, apply_id, class_id, org_id, reason, fact, evidence, amount, since, state, create_user, update_user)
        select p.line_id, p.name, p.apply_id, p.class_id, p.org_id, f.reason, left(f.fact, 200), f.evidence, f.amount, ${today()}, 'open', ${system.userId}, ${system.userId}
        from found f join paid p on p.line_id = f.line_id
        on conflict (line_id, reason, fact) where is_deleted = 0 do nothing returning id),
      gone as (
        update recovery_item r set is_deleted = 1, update_time = now(), update_user = ${system.userId}, version = r.version + 1
        where r.line_id > ${after} and r.line_id <= ${last} and r.state in ('open', 'proposed') and r.is_deleted = 0
          and not exists (select from found f where f.line_id = r.line_id and f.reason = r.reason and left(f.fact, 200) = r.fact) returning id)
    select id, true as is_new from added union all select id, false from gone`.execute(tx);
  await writeAudit(
    tx,
    system,
    rows.map(({ id, isNew }) => ({
      bizType: RecoveryItem.name,
      bizId: id,
      action: isNew ? "found" : "remove",
      toStatus: isNew ? "open" : null,
    })),
  );
  return rows.filter(({ isNew }) => isNew).length;
}

const tell = (tx: Tx, added: number) =>
  notify(tx, {
    to: { role: ["finance", "clerk"] },
    title: { zh: "有已拨付补贴待追回", en: "Paid subsidies are to be recovered" },
    text: { zh: `新发现${added}条`, en: `${added} new entries` },
    link: "/subsidy/recovery?state=open",
  });

export const recoveryWatch: Timer = {
  name: "subsidies.recoveries",
  cron: "20 4 * * *",
  run: async (app) => void (await watchPaidRows(app.db)),
};
