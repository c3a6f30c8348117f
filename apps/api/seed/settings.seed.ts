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
  for (const list of codeLists.values())
    await seedList(
      db,
      BusinessDictionary.table,
      list.name,
      list.zh,
      list.en,
      orderedCodes(list).map(([key, [zh, en]]) => [key, zh, en]),
    );
  const exceptions = Object.entries(knownExceptions).map(([day, [worked, zh, en]]): Entry => [
    day,
    worked,
    worked,
    `${zh} ${en}`,
  ]);
  await seedList(
    db,
    BusinessDictionary.table,
    workdayExceptionCode,
    "工作日例外（日期→1上班/0休息）",
    "Working-day exceptions (date → 1 worked, 0 free)",
    exceptions,
  );
  for (const [code, [zh, en, entries]] of Object.entries(systemLists))
    await seedList(db, Dictionary.table, code, zh, en, entries);
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

/** One list of a dictionary: its header row, and its entries below. What an administrator removed does not come back. */
async function seedList(
  db: Db,
  table: string,
  code: string,
  zh: string,
  en: string,
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.map(([key, name, nameEn, remark], index) => ({
    key,
    name,
    nameEn,
    remark: remark ?? null,
    sort: index + 1,
  }));
  const dictionary = sql.table(table);
  await sql`insert into ${dictionary} (code, dict_key, dict_value, dict_value_en, sort, create_user, update_user)
    select ${code}, ${headKey}, ${zh}, ${en}, 0, 0, 0 where not exists (select from ${dictionary} where code = ${code} and dict_key = ${headKey})`.execute(
    db,
  );
  await sql`insert into ${dictionary} (code, dict_key, dict_value, dict_value_en, remark, sort, parent_id, create_user, update_user)
    select ${code}, key, name, "nameEn", r.remark, r.sort, head.id, 0, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, name text, "nameEn" text, remark text, sort int),
      ${dictionary} head where head.code = ${code} and head.dict_key = ${headKey} and head.is_deleted = 0
      and not exists (select from ${dictionary} d where d.code = ${code} and d.dict_key = r.key)`.execute(db);
}
