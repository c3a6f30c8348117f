import { snake } from "@jipei/contract/core/entity.ts";
import { type CodeList, type Field, getLabels } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { type Words, findEntity, itself } from "./audit-words.ts";

/** A row that a history entry names: a row of an entity by its id, a right by its key, a role by its alias. */
export interface Named {
  kind: string;
  key: string;
}

/** The title of a row, also of a removed one; where it is unknown, its key. */
export type Titles = (kind: string, key: string) => Words;

/** The history names rights and roles by their key and alias, which never change. */
export const right = "right";
export const role = "role";
interface Source {
  table: string;
  key: string;
  title: string;
  english: string | null;
  /** The code list, where the title is a code. */
  codes?: CodeList;
}
const others: Readonly<Record<string, Source>> = {
  [right]: { table: "menu", key: "code", title: "name", english: "name_en" },
  [role]: { table: "role", key: "role_alias", title: "role_name", english: "role_name_en" },
};

/** Reads the titles of rows, one statement for each kind. */
export async function getTitles(db: Db, rows: readonly Named[]): Promise<Titles> {
  const wanted = Map.groupBy(rows, ({ kind }) => kind);
  const found = new Map<string, Words>();
  for (const [kind, named] of wanted) {
    const from = findSource(kind);
    if (!from) continue;
    const keys = [...new Set(named.map(({ key }) => key))].filter((key) => from.key !== "id" || /^\d{1,18}$/.test(key));
    if (keys.length === 0) continue;
    const by = from.key === "id" ? sql`id = any(${keys}::bigint[])` : sql`${sql.ref(from.key)} = any(${keys}::text[])`;
    const { rows: titled } = await sql<{ key: string; zh: string | null; en: string | null }>`
      select ${sql.ref(from.key)}::text as key, ${sql.ref(from.title)}::text as zh, ${from.english ? sql`${sql.ref(from.english)}::text` : sql`null`} as en
      from ${sql.table(from.table)} where ${by}`.execute(db);
    for (const { key, zh, en } of titled)
      if (zh !== null) found.set(`${kind} ${key}`, from.codes ? getLabels(from.codes, zh) : { zh, en: en ?? zh });
  }
  return (kind, key) => found.get(`${kind} ${key}`) ?? itself(key);
}

/** Table and column of the title of a kind; null where it may not be shown, or is computed. */
function findSource(kind: string): Source | null | undefined {
  if (Object.hasOwn(others, kind)) return others[kind];
  const entity = findEntity(kind);
  const title = entity?.fields[entity.title] as Field | undefined;
  if (!entity || !title || title.encrypted || title.masked || title.writeOnly || title.lookup || title.derived)
    return null;
  const english = entity.fields[`${entity.title}En`] ? snake(`${entity.title}En`) : null;
  return { table: entity.table, key: "id", title: snake(entity.title), english, codes: title.codes };
}
