import { now } from "../core/foundation/clock.ts";
import { DeskNotice } from "@jipei/contract/notices/desk-notice.ts";
import { Notice } from "@jipei/contract/notices/notice.ts";
import { type MessageEntry, markRead, popover } from "@jipei/contract/notices/popover.ts";
import { type RawBuilder, sql } from "kysely";
import { type Actor, may, onlyTeacher } from "../core/foundation/actor.ts";
import { visible } from "../core/access/data-scope.ts";
import { chosenRows } from "../core/database/rows.ts";
import type { Db } from "../core/database/db.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { type Condition, present } from "../core/database/sql.ts";
import { markNoticeRead } from "./notice.routes.ts";
import { readableNotices } from "./notice.scope.ts";

/** Entries shown in a group; those older than `days` are left out. */
const shown = 20;
const days = 90;
/** Upper limit for the count of unread entries. */
const counted = 100;

type Kind = "mail" | "message";
interface Group {
  unread: number;
  entries: MessageEntry[];
}

/** All addresses under which an actor receives messages; messages to an institution are for its administrators. */
function addresses(actor: Actor): [kind: string, target: string][] {
  const own: [string, string | null][] = [
    ["user", actor.userId],
    ["org", onlyTeacher(actor) ? null : actor.orgId],
    ["ent", actor.entId],
    ["account", actor.accountId],
    ["assessor", actor.assessorId],
    ["audience", actor.audience],
    ...actor.roles.map((role): [string, string] => ["role", role]),
  ];
  return own.filter((pair): pair is [string, string] => pair[1] !== null);
}

/** The messages for an actor, by the index over their addresses. */
const mine = (actor: Actor) => {
  const pairs = addresses(actor);
  return sql`unnest(${pairs.map(([kind]) => kind)}::text[], ${pairs.map(([, target]) => target)}::text[]) as a (kind, target) join message m on m.target_kind = a.kind and m.target = a.target`;
};
const recent = sql`m.create_time > now() - make_interval(days => ${sql.lit(days)})`;

async function messages(db: Db, actor: Actor, kind: Kind): Promise<Group> {
  const where = sql`m.kind = ${kind} and ${recent}`;
  const found = await sql<Omit<MessageEntry, "path"> & { path: string | null }>`
    select 'message-' || m.id as id, m.title_zh, m.title_en, m.text_zh, m.text_en, m.create_time as time, m.link as path,
      case when exists (select 1 from message_read r where r.message_id = m.id and r.user_id = ${actor.userId}) then 1 else 0 end as read
    from ${mine(actor)} where ${where} order by m.id desc limit ${sql.lit(shown)}`.execute(db);
  const unread = await sql<{ n: number }>`select count(*)::int as n from (select from ${mine(actor)}
    where ${where} and not exists (select 1 from message_read r where r.message_id = m.id and r.user_id = ${actor.userId}) limit ${sql.lit(counted)}) x`.execute(
    db,
  );
  return { unread: unread.rows[0]?.n ?? 0, entries: found.rows as MessageEntry[] };
}

/** Desk notices that the popover shows an actor (alias `t`). */
const releasedDesk = (actor: Actor): Condition => visible(DeskNotice, () => sql`t.release_time <= ${present}`, actor);
/** Whoever writes notices reads them among those that they write, everybody else where they are read. */
const page = (actor: Actor) => (may(actor, "notice_edit") ? "/information/notice" : "/my/notice");

/** Published notices for the actor and, for its readers, desk notices, each in an order that has an index. */
function getNotices(actor: Actor): { rows: RawBuilder<unknown>; order: RawBuilder<unknown> }[] {
  const published = sql`select 'notice-' || t.id as id, t.title, t.publish_time as time, ${page(actor)} || '?read=' || t.id as path,
      exists (select 1 from notice_read r where r.notice_id = t.id and r.user_id = ${actor.userId}) as read
    from notice t where t.is_deleted = 0 and t.publish_time > ${now()}::timestamptz - make_interval(days => ${sql.lit(days)}) and ${visible(Notice, readableNotices, actor)}`;
  const desk = sql`select 'desk-' || t.id, t.title, t.release_time, '/desk/notice?read=' || t.id, exists (select 1 from desk_notice_read r where r.desk_notice_id = t.id and r.user_id = ${actor.userId})
    from desk_notice t where t.is_deleted = 0 and t.release_time > ${now()}::timestamptz - make_interval(days => ${sql.lit(days)}) and ${releasedDesk(actor)}`;
  const own = [{ rows: published, order: sql`t.publish_time desc, t.id desc` }];
  return may(actor, "desk_notice_view") ? [...own, { rows: desk, order: sql`t.release_time desc, t.id desc` }] : own;
}

const unreadNotices = (actor: Actor, most: number) =>
  sql`select id from (${sql.join(
    getNotices(actor).map(({ rows }) => rows),
    sql` union all `,
  )}) x where not read limit ${sql.lit(most)}`;

async function notices(db: Db, actor: Actor): Promise<Group> {
  const newest = getNotices(actor).map(({ rows, order }) => sql`(${rows} order by ${order} limit ${sql.lit(shown)})`);
  const found =
    await sql<MessageEntry>`select id, title as title_zh, title as title_en, null as text_zh, null as text_en, time, path, read::int
    from (${sql.join(newest, sql` union all `)}) as x order by time desc, id desc limit ${sql.lit(shown)}`.execute(db);
  const unread = await sql<{ n: number }>`select count(*)::int as n from (${unreadNotices(actor, counted)}) x`.execute(
    db,
  );
  return { unread: unread.rows[0]?.n ?? 0, entries: found.rows };
}

export const popoverRoutes: Route[] = [
  reads(popover, async (db, actor) => ({
    mail: await messages(db, actor, "mail"),
    messages: await messages(db, actor, "message"),
    notices: await notices(db, actor),
  })),
  writes(markRead, async (tx, actor, { ids, group }) => {
    const wanted = (ids ?? "")
      .split(",")
      .map((id) => id.trim())
      .filter(Boolean);
    const parsed = wanted.map((id) => /^(message|notice|desk)-(\d{1,18})$/.exec(id));
    if (wanted.length > 200 || parsed.some((match) => !match))
      throw new Refusal("FIELD_INVALID", { field: chosenRows, reason: { zh: "找不到", en: "no such rows" } });
    const getIds = (kind: string) => parsed.flatMap((match) => (match?.[1] === kind ? [match[2] as string] : []));
    // A whole group, or those of the named messages that are for the reader.
    const which =
      group === "mail" || group === "messages"
        ? sql`m.kind = ${group === "mail" ? "mail" : "message"}`
        : sql`m.id = any(${getIds("message")}::bigint[])`;
    await sql`insert into message_read (message_id, user_id) select m.id, ${actor.userId} from ${mine(actor)} where ${recent} and ${which} on conflict do nothing`.execute(
      tx,
    );
    const all =
      group === "notices"
        ? (await sql<{ id: string }>`${unreadNotices(actor, 500)}`.execute(tx)).rows.map(
            (row) => row.id.split("-") as [string, string],
          )
        : [];
    const readable = await sql<{
      id: string;
    }>`select t.id from notice t where t.is_deleted = 0 and t.id = any(${[...getIds("notice"), ...all.flatMap(([kind, id]) => (kind === "notice" ? [id] : []))]}::bigint[]) and ${visible(Notice, readableNotices, actor)}`.execute(
      tx,
    );
    for (const { id } of readable.rows) await markNoticeRead(tx, actor, id);
    const desk = [...getIds("desk"), ...all.flatMap(([kind, id]) => (kind === "desk" ? [id] : []))];
    if (may(actor, "desk_notice_view") && desk.length > 0)
      await sql`insert into desk_notice_read (desk_notice_id, user_id) select t.id, ${actor.userId} from desk_notice t where t.id = any(${desk}::bigint[]) and t.is_deleted = 0 and ${releasedDesk(actor)} on conflict do nothing`.execute(
        tx,
      );
  }),
];
