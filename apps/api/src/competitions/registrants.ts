import type { PageLink } from "@jipei/contract/pages.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import type { Condition } from "../core/database/sql.ts";
import { type Message, notify } from "../notices/notices.queries.ts";

/** Where each kind of registrant has their competitions. */
const pages = {
  enterprise: "/ent/competition",
  institution: "/my/competition",
  person: "/stu/competition",
} as const satisfies Record<string, PageLink>;

/** Tells whoever made some registrations (alias `r`), with a link to the page on which they have them. */
export async function tellRegistrants(
  tx: Tx,
  which: Condition,
  words: Pick<Message, "kind" | "title" | "text">,
): Promise<void> {
  const { rows } = await sql<{ kind: keyof typeof pages; userIds: string[] }>`
    select case when r.ent_id is not null then 'enterprise' when r.org_id is not null then 'institution' else 'person' end as kind,
      array_agg(distinct r.create_user::text) as user_ids
    from competition_register r where r.is_deleted = 0 and ${which} group by 1`.execute(tx);
  for (const { kind, userIds } of rows) await notify(tx, { ...words, to: { userIds }, link: pages[kind] });
}
