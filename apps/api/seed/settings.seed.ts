import { orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { BusinessDictionary, Dictionary, headKey } from "@jipei/contract/settings/dictionary.ts";
import { parameters } from "@jipei/contract/settings/parameters.ts";
import { serialRules } from "@jipei/contract/settings/serial-rule.ts";
import { knownExceptions, workdayExceptionCode } from "@jipei/contract/settings/workdays.ts";
import { sql } from "kysely";
import type { Db } from "../src/core/database/db.ts";
import { codeLists } from "../src/settings/code-lists.ts";
import { systemLists } from "./reference/system-lists.ts";
import { seedRegions } from "./regions.seed.ts";

/** Reference data of the settings: adds what is missing, never touches what an administrator changed. */
export async function seedSettings(db: Db, regions: "towns" | "counties" = "towns"): Promise<void> {
  await seedParameters(db);
  await seedSerialRules(db);
  await seedLists(db, BusinessDictionary.table, [...getCodeLists(), workdayExceptions]);
  await seedLists(
    db,
    Dictionary.table,
    Object.entries(systemLists).map(([code, [zh, en, entries]]) => ({ code, zh, en, entries })),
  );
  await seedRegions(db, regions);
}

async function seedParameters(db: Db): Promise<void> {
  const rows = Object.entries(parameters).map(([key, { value, zh, en }]) => ({ key, value, name: zh, remark: en }));
  await sql`insert into parameter (param_key, param_value, param_name, remark, create_user, update_user)
    select key, value, name, remark, 0, 0 from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, value text, name text, remark text)
    on conflict (param_key) where is_deleted = 0 do nothing`.execute(db);
}

async function seedSerialRules(db: Db): Promise<void> {
  const rows = Object.entries(serialRules).map(([key, [name, prefix, pattern, length, cycle]]) => ({
    key,
    name,
    prefix: prefix || null,
    pattern,
    length,
    cycle,
  }));
  await sql`insert into serial_rule (serial_key, serial_name, prefix, date_pattern, seq_length, reset_cycle, step, create_user, update_user)
    select key, name, prefix, pattern, length, cycle, 1, 0, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, name text, prefix text, pattern text, length int, cycle text)
    on conflict (serial_key) where is_deleted = 0 do nothing`.execute(db);
}

type Entry = readonly [key: string, zh: string, en: string, remark?: string];

/** A list of a dictionary. */
interface List {
  code: string;
  zh: string;
  en: string;
  entries: readonly Entry[];
}

const getCodeLists = (): List[] =>
  [...codeLists.values()].map((list) => ({
    code: list.name,
    zh: list.zh,
    en: list.en,
    entries: orderedCodes(list).map(([key, [zh, en]]) => [key, zh, en]),
  }));

const workdayExceptions: List = {
  code: workdayExceptionCode,
  zh: "工作日例外（日期→1上班/0休息）",
  en: "Working-day exceptions (date → 1 worked, 0 free)",
  entries: Object.entries(knownExceptions).map(([day, [worked, zh, en]]) => [day, worked, worked, `${zh} ${en}`]),
};

/** Lists of a dictionary: their header rows, and their entries below. What an administrator removed does not come back. */
async function seedLists(db: Db, table: string, lists: readonly List[]): Promise<void> {
  const dictionary = sql.table(table);
  const heads = lists.map(({ code, zh, en }, place) => ({ code, zh, en, place }));
  await sql`insert into ${dictionary} (code, dict_key, dict_value, dict_value_en, sort, create_user, update_user)
    select r.code, ${headKey}, r.zh, r.en, 0, 0, 0 from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as r (code text, zh text, en text, place int)
    where not exists (select from ${dictionary} d where d.code = r.code and d.dict_key = ${headKey}) order by r.place`.execute(
    db,
  );
  const rows = lists.flatMap(({ code, entries }) =>
    entries.map(([key, zh, en, remark], index) => ({ code, key, zh, en, remark: remark ?? null, sort: index + 1 })),
  );
  await sql`insert into ${dictionary} (code, dict_key, dict_value, dict_value_en, remark, sort, parent_id, create_user, update_user)
    select r.code, r.key, r.zh, r.en, r.remark, r.sort, head.id, 0, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (code text, key text, zh text, en text, remark text, sort int)
      join ${dictionary} head on head.code = r.code and head.dict_key = ${headKey} and head.is_deleted = 0
    where not exists (select from ${dictionary} d where d.code = r.code and d.dict_key = r.key) order by head.id, r.sort`.execute(
    db,
  );
}
