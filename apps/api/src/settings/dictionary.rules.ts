import { isDate } from "@jipei/contract/core/check-field.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import {
  type DictionaryHead,
  type DictionaryRow,
  BusinessDictionary,
  fixedLists,
  headKey,
} from "@jipei/contract/settings/dictionary.ts";
import { workdayExceptionCode } from "@jipei/contract/settings/workdays.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, failureOf, invalidField } from "../core/refusal.ts";
import { refuseTwin } from "../core/references.ts";
import { ancestorsOf, rootId } from "../core/tree.ts";
import { codeLists, columnsOfList } from "./code-lists.ts";
import { mustBeOwn, mustRunTheHouse } from "../core/house.ts";

type Values = Record<string, any>;

/** Whether the software brings this list, so that its keys and names are not the bureau's. */
const isBuiltIn = (entity: Entity<any>, code: string): boolean => entity === BusinessDictionary && codeLists.has(code);

export const keepingOf = (entity: Entity<any>, code: string): DictionaryHead["keeping"] =>
  !isBuiltIn(entity, code) ? "own" : fixedLists.has(code) ? "fixed" : "built";

/**
 * Holds a row to its place: a head stands alone, an entry below a row of the same list, never below itself.
 * @returns the columns that follow from the place
 * @throws FIELD_INVALID, FIELD_FROZEN, DUPLICATE, DEPENDENCY_IN_USE, NOT_OWNER and ROLE_DENIED for what other tenants use too
 */
export async function checkDictionaryRow(
  tx: Tx,
  actor: Actor,
  entity: Entity<any>,
  merged: Values,
  old: Values | null,
): Promise<Values> {
  mustKeep(actor, entity, old ? [old] : []);
  const parentId = merged["parentId"] === rootId ? null : ((merged["parentId"] as string | null | undefined) ?? null);
  const place =
    parentId === null
      ? { parentId: null, dictKey: headKey, code: merged["code"] as string }
      : await placeBelow(tx, actor, entity, parentId, merged, old);
  const row: Values = { ...merged, ...place };
  if (old && (old["parentId"] === null) !== (parentId === null)) throw frozen(entity, "parentId");
  if (old && row.code !== old["code"]) await mayRename(tx, entity, old);
  if (parentId === null && !/^[A-Za-z][\w.-]{0,49}$/.test(row.code))
    throw invalidField(
      "code",
      "字典编号",
      "List",
      "须以字母开头，由字母、数字、_、-、. 组成",
      "begins with a letter; letters, digits, _ - . only",
    );
  const names = isBuiltIn(entity, row["code"]) ? keepBuiltIn(entity, row, old) : {};
  if (row.code === workdayExceptionCode && entity === BusinessDictionary && parentId !== null) checkWorkday(row);
  await refuseTwin(
    tx,
    entity,
    old?.["id"],
    { code: row.code, dictKey: row.dictKey, tenantId: actor.tenantId },
    "DUPLICATE",
    { field: { zh: `字典键值“${row.dictKey}”`, en: `Key “${row.dictKey}”` } },
  );
  return { ...place, ...names };
}

/** The system's own lists are kept by those who run the installation, lists of the business by the tenant they belong to. */
function mustKeep(actor: Actor, entity: Entity<any>, rows: readonly Values[]): void {
  if (entity === BusinessDictionary) mustBeOwn(actor, rows);
  else mustRunTheHouse(actor);
}

/** The head of the list is locked first, so that two writers cannot put rows below one another. */
async function placeBelow(
  tx: Tx,
  actor: Actor,
  entity: Entity<any>,
  parentId: string,
  merged: Values,
  old: Values | null,
): Promise<{ parentId: string; dictKey: string; code: string }> {
  const table = sql.table(entity.table);
  const { rows } = await sql<{
    code: string;
  }>`select code from ${table} where id = ${parentId} and tenant_id = ${actor.tenantId} and is_deleted = 0`.execute(tx);
  const code = rows[0]?.code;
  const head =
    code === undefined
      ? undefined
      : (
          await sql`select id from ${table} where code = ${code} and dict_key = ${headKey} and tenant_id = ${actor.tenantId} and is_deleted = 0 for update`.execute(
            tx,
          )
        ).rows[0];
  const parent =
    head &&
    (await sql`select id from ${table} where id = ${parentId} and is_deleted = 0 for update`.execute(tx)).rows[0];
  if (code === undefined || !parent) throw invalidField("parentId", "上级字典", "Parent", "不存在", "does not exist");
  if (old && old["parentId"] !== parentId) {
    if ((await ancestorsOf(tx, entity, parentId)).includes(old["id"]))
      throw invalidField(
        "parentId",
        "上级字典",
        "Parent",
        "不能是自身或其下级",
        "must not be the entry itself or one below it",
      );
  }
  if (merged["dictKey"] === headKey)
    throw invalidField("dictKey", "字典键值", "Key", `不能是${headKey}`, `must not be ${headKey}`);
  return { parentId, code, dictKey: merged["dictKey"] };
}

/** Entries share the code of their head: it stays while there are any. */
async function mayRename(tx: Tx, entity: Entity<any>, old: Values): Promise<void> {
  if (old["parentId"] !== null || isBuiltIn(entity, old["code"])) throw frozen(entity, "code");
  const { rows } =
    await sql`select from ${sql.table(entity.table)} where code = ${old["code"]} and tenant_id = ${old["tenantId"]} and id <> ${old["id"]} and is_deleted = 0 limit 1`.execute(
      tx,
    );
  if (rows.length > 0) throw new Refusal("DEPENDENCY_IN_USE", {}, [failureOf(frozen(entity, "code"), old["id"])]);
}

/** Of what the software brings only order, seal and remark may change; an entry that was removed may come back, by its own name. */
function keepBuiltIn(entity: Entity<any>, row: Values, old: Values | null): Values {
  const entry = codeLists.get(row["code"])?.codes[row["dictKey"]];
  const isHead = row["dictKey"] === headKey;
  if (!old) {
    if (isHead || !entry || fixedLists.has(row["code"]))
      throw invalidField(
        "dictKey",
        "字典键值",
        "Key",
        "该字典由系统固定，不能增加值",
        "the software decides by this list; values cannot be added",
      );
    return { dictValue: entry[0], dictValueEn: entry[1] };
  }
  const kept = [
    "dictKey",
    "dictValue",
    "dictValueEn",
    "parentId",
    ...(isHead || fixedLists.has(row["code"]) ? ["isSealed"] : []),
    ...(fixedLists.has(row["code"]) ? ["sort"] : []),
  ];
  for (const name of kept) if ((row[name] ?? null) !== (old[name] ?? null)) throw frozen(entity, name);
  return {};
}

function checkWorkday({ dictKey, dictValue }: Values): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dictKey) || !isDate(dictKey))
    throw invalidField("dictKey", "字典键值", "Key", "须为日期（yyyy-MM-dd）", "must be a day (yyyy-MM-dd)");
  if (dictValue !== "0" && dictValue !== "1")
    throw invalidField("dictValue", "字典名称", "Name", "须为1（上班）或0（休息）", "must be 1 (worked) or 0 (free)");
}

/** The code is a value among others in the messages; which field is meant says its label. */
function frozen(entity: Entity<any>, name: string): Refusal {
  const field = entity.fields[name as "code"];
  return new Refusal("FIELD_FROZEN", { field: { zh: field?.zh ?? name, en: field?.en ?? name } });
}

/** @throws DEPENDENCY_IN_USE while entries stand below that stay, DICT_IN_USE for values that rows use or the software decides by */
export async function mayRemoveDictionaryRows(
  tx: Tx,
  actor: Actor,
  entity: Entity<any>,
  rows: readonly DictionaryRow[],
): Promise<void> {
  mustKeep(actor, entity, rows);
  const ids = rows.map(({ id }) => id);
  const { rows: below } = await sql<{
    id: string;
  }>`select distinct parent_id as id from ${sql.table(entity.table)} where parent_id = any(${ids}::bigint[]) and is_deleted = 0 and id <> all(${ids}::bigint[])`.execute(
    tx,
  );
  if (below.length > 0)
    throw new Refusal(
      "DEPENDENCY_IN_USE",
      {},
      below.map(({ id }) => failureOf(new Refusal("DEPENDENCY_IN_USE"), id)),
    );
  const used: string[] = [];
  for (const row of rows)
    if (
      isBuiltIn(entity, row.code) &&
      (row.dictKey === headKey || fixedLists.has(row.code) || (await isUsed(tx, row.code, row.dictKey)))
    )
      used.push(row.id);
  if (used.length > 0)
    throw new Refusal(
      "DICT_IN_USE",
      {},
      used.map((id) => failureOf(new Refusal("DICT_IN_USE"), id)),
    );
}

async function isUsed(tx: Tx, code: string, key: string): Promise<boolean> {
  const uses = columnsOfList(code).map(
    ({ table, field, several }) =>
      sql`exists (select from ${sql.table(table)} where is_deleted = 0 and ${several ? sql`${sql.ref(snake(field))} @> array[${key}]::text[]` : sql`${sql.ref(snake(field))} = ${key}`})`,
  );
  if (uses.length === 0) return false;
  return (await sql<{ used: boolean }>`select ${sql.join(uses, sql` or `)} as used`.execute(tx)).rows[0]?.used ?? false;
}
