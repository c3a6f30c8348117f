import { picturesIn } from "@jipei/contract/notices/pictures.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { type Condition, all, hasPart } from "../../core/database/sql.ts";
import { publicNotices } from "../notice.scope.ts";
import { attachedFiles, isShown } from "./publication.ts";
import { isOpen } from "./secondary-info.ts";

export { countRead } from "./train-news.ts";

/** What everybody may read without an account, for the public pages. Whatever is not shown yet or no longer is in none of these answers. */
export type PublicKind = "notice" | "document" | "news" | "article";

/** An entry of a list. */
export interface PublicTitle {
  kind: PublicKind;
  id: string;
  title: string;
  /** Since when it is shown, in China time with its zone (RFC 3339). */
  time: string;
  /** What it is filed under: the category, the issuing office with the number, the source. */
  under: string | null;
  /** The link of its cover. */
  cover: string | null;
}
export interface PublicEntry extends PublicTitle {
  /** Its words, without elements. */
  text: string;
}
type Named = Pick<PublicTitle, "kind" | "id">;

type Cut = { size: number; skip: number };

const timeOf = (moment: string) =>
  sql`to_char(${sql.raw(moment)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS"+08:00"')`;
const categoryOf = sql`(select c.category_name from notice_category c where c.id = t.category_id)`;
const none = sql`null::text`;

/** The rows of each kind (alias `t`), as entries. `order` is the moment they are ordered by. */
const kinds = {
  notice: { table: "notice", shown: publicNotices, order: "t.publish_time", under: categoryOf, cover: none },
  document: {
    table: "file_notice",
    shown: isShown,
    order: "t.publish_time",
    under: sql`concat_ws(' · ', t.issue_org, t.file_no)`,
    cover: none,
  },
  news: {
    table: "train_news",
    shown: isShown,
    order: "t.publish_time",
    under: sql`concat_ws(' · ', t.source, t.author)`,
    cover: sql`(select a.att_link from document a where a.id = t.cover_att_id and a.is_deleted = 0)`,
  },
  article: { table: "secondary_info", shown: isOpen, order: "t.update_time", under: categoryOf, cover: none },
} as const;

const textOf = (kind: PublicKind) => (kind === "document" ? sql`coalesce(t.summary, '')` : sql`plain_text(t.content)`);

/** The rows of a kind that everybody sees. */
const publicRows = (kind: PublicKind, more: readonly Condition[] = []): Condition =>
  sql`from ${sql.table(kinds[kind].table)} t where ${all([sql`t.is_deleted = 0`, kinds[kind].shown(), ...more])}`;

const titleOf = (kind: PublicKind) =>
  sql`${kind}::text as kind, t.id, t.title, ${timeOf(kinds[kind].order)} as time, ${kinds[kind].under} as under, ${kinds[kind].cover} as cover`;
/** Texts are stripped of their elements only where they are shown. */
const entryOf = (kind: PublicKind) => sql`${titleOf(kind)}, left(${textOf(kind)}, 4000) as text`;

/** The entries of a kind, newest first; articles by column and their order in it. */
export async function getPublicEntries(
  db: Db,
  kind: PublicKind,
  { size, skip }: Cut,
): Promise<{ entries: PublicTitle[]; total: number }> {
  const order =
    kind === "article" ? sql`t.category_id, t.sort, t.id` : sql`${sql.raw(kinds[kind].order)} desc, t.id desc`;
  const top = kind === "notice" ? sql`t.is_top desc, ` : sql``;
  const { rows: entries } = await sql<PublicTitle>`
    select ${titleOf(kind)} ${publicRows(kind)} order by ${top}${order} limit ${size} offset ${skip}`.execute(db);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${publicRows(kind)}`.execute(db);
  return { entries, total: rows[0]?.total ?? 0 };
}

/** Most entries of a search. */
const mostFound = 1000;

/** Entries of all kinds whose title or text has each of some words: those with the first in their title first, then the newest. */
export async function searchPublic(
  db: Db,
  words: readonly string[],
  { size, skip }: Cut,
): Promise<{ entries: PublicEntry[]; total: number }> {
  const [first] = words;
  if (first === undefined) return { entries: [], total: 0 };
  const has = words.map((word) => hasPart(sql`t.search_text`, word));
  const found = (Object.keys(kinds) as PublicKind[]).map(
    (kind) =>
      sql`(select ${kind}::text as kind, t.id, ${sql.raw(kinds[kind].order)} as moment, strpos(lower(t.title), ${first.toLowerCase()}) > 0 as in_title ${publicRows(kind, has)} limit ${sql.lit(mostFound)})`,
  );
  const { rows } = await sql<{ kind: PublicKind; id: string; total: number }>`
    with found as (${sql.join(found, sql` union all `)})
    select kind, id, (select count(*) from found)::int as total from found order by in_title desc, moment desc, id desc limit ${size} offset ${skip}`.execute(
    db,
  );
  return { entries: await readEntries(db, rows), total: rows[0]?.total ?? 0 };
}

/** Entries with their texts, in the order of those that name them: one statement for each kind. */
async function readEntries(db: Db, named: readonly Named[]): Promise<PublicEntry[]> {
  const byKind = [...Map.groupBy(named, ({ kind }) => kind)];
  const lists = await Promise.all(
    byKind.map(async ([kind, of]) => {
      const ids = of.map(({ id }) => id);
      const wanted = publicRows(kind, [sql`t.id = any(${ids}::bigint[])`]);
      return (await sql<PublicEntry>`select ${entryOf(kind)} ${wanted}`.execute(db)).rows;
    }),
  );
  const found = new Map(lists.flat().map((entry) => [`${entry.kind} ${entry.id}`, entry]));
  return named.flatMap(({ kind, id }) => found.get(`${kind} ${id}`) ?? []);
}

/** An entry with its whole text, as cleaned HTML, and its files; undefined where nobody but the bureau sees it. */
export async function findPublicEntry(db: Db, kind: PublicKind, id: string) {
  const content = kind === "document" ? sql`''` : sql`t.content`;
  const link = kind === "article" ? sql`t.link_url` : none;
  const { rows } = await sql<PublicEntry & { content: string; link: string | null; files: string[] | null }>`
    select ${entryOf(kind)}, ${content} as content, ${link} as link, t.attachment_list as files ${publicRows(kind, [sql`t.id = ${id}`])}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return undefined;
  const { files, ...entry } = found;
  return { ...entry, files: await attachedFiles(db, files ?? [], picturesIn(found.content)) };
}

/** The newest entries of all kinds but articles, which are no news: for the feed. */
export async function getNewest(db: Db, size: number): Promise<PublicEntry[]> {
  const listed: readonly PublicKind[] = ["notice", "document", "news"];
  const lists = await Promise.all(listed.map((kind) => getPublicEntries(db, kind, { size, skip: 0 })));
  const newest = lists
    .flatMap(({ entries }) => entries)
    .sort((one, other) => (one.time < other.time ? 1 : -1))
    .slice(0, size);
  return readEntries(db, newest);
}
