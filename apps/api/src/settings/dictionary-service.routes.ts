import { BusinessDictionary, Dictionary, headKey } from "@jipei/contract/settings/dictionary.ts";
import {
  type DictionaryDetail,
  type DictionaryInfo,
  getDictionaryInfo,
  loadDictionaryDetails,
} from "@jipei/contract/settings/dictionary-service.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import type { Db } from "../core/database/db.ts";
import { type Route, reads } from "../core/http/implement.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { type Condition, everything } from "../core/database/sql.ts";
import { sharedAndOwn } from "../core/access/tenant-owner.ts";

/** The SQL of each named condition; text of the caller never becomes SQL. */
const conditions: Readonly<Record<string, Condition>> = {
  all: everything,
  unsealed: sql`is_sealed = '0'`,
  sealed: sql`is_sealed = '1'`,
};

/** The head of a list and its table; system lists take precedence over business lists of the same code. @throws NOT_FOUND */
async function getHead(db: Db, actor: Actor, dicId: string): Promise<DictionaryInfo & { table: string }> {
  for (const { table } of [Dictionary, BusinessDictionary]) {
    const { rows } =
      await sql<DictionaryInfo>`select code as dic_id, dict_value as dic_name, dict_value_en as dic_name_en, is_sealed, remark
      from ${sql.table(table)} t where code = ${dicId} and dict_key = ${headKey} and is_deleted = 0 and ${sharedAndOwn(actor)}`.execute(
        db,
      );
    if (rows[0]) return { ...rows[0], table };
  }
  throw new Refusal("NOT_FOUND");
}

export const dictionaryServiceRoutes: Route[] = [
  reads(getDictionaryInfo, async (db, actor, { dicId }) => {
    const { table: _table, ...head } = await getHead(db, actor, dicId);
    return head;
  }),
  reads(loadDictionaryDetails, async (db, actor, { dicId, expCon }) => {
    const { table } = await getHead(db, actor, dicId);
    const { rows } =
      await sql<DictionaryDetail>`select code as dic_id, id as detail_id, dict_key, dict_value, dict_value_en, sort, is_sealed from ${sql.table(table)} t
      where ${sharedAndOwn(actor)} and code = ${dicId} and dict_key <> ${headKey} and is_deleted = 0 and ${conditions[expCon ?? "all"] ?? everything} order by sort, id`.execute(
        db,
      );
    return rows;
  }),
];
