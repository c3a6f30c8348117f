import { isDate } from "@jipei/contract/core/fields/check-field.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import {
  type DictionaryHead,
  BusinessDictionary,
  type Dictionary,
  fixedLists,
  headKey,
} from "@jipei/contract/settings/dictionary.ts";
import { workdayExceptionCode } from "@jipei/contract/settings/workdays.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import type { Tx } from "../core/database/db.ts";
import type { Columns, StoredRow } from "../core/database/tables.ts";
import { type CheckedColumns, type Draft, columns } from "../core/entity/columns.ts";
import { Refusal, getFailure, invalidField, refuseRows } from "../core/foundation/refusal.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { getAncestors, rootId } from "../core/foundation/tree.ts";
import { codeLists, columnsOfList } from "./code-lists.ts";
import { assertOwn, assertTenantOwner } from "../core/access/tenant-owner.ts";

/** Either kind of dictionary; both have the same fields. */
export type AnyDictionary = typeof Dictionary | typeof BusinessDictionary;
type Entry = Draft<AnyDictionary>;
type StoredEntry = StoredRow<AnyDictionary>;

/** Whether this list is built in, so that the bureau may not change its keys and names. */
const isBuiltIn = (entity: AnyDictionary, code: string): boolean =>
  entity === BusinessDictionary && codeLists.has(code);

export function getKeeping(entity: AnyDictionary, code: string): DictionaryHead["keeping"] {
  if (!isBuiltIn(entity, code)) return "own";
  return fixedLists.has(code) ? "fixed" : "built";
}

/**
 * Checks the place of a row: a head has no parent, an entry is below a row of the same list, never below itself.
 * @returns the columns that follow from the place
 * @throws FIELD_INVALID, FIELD_FROZEN, DUPLICATE, DEPENDENCY_IN_USE; NOT_OWNER and ROLE_DENIED for what other tenants use too
 */
export async function checkDictionaryRow(
  tx: Tx,
  actor: Actor,
  entity: AnyDictionary,
  merged: Entry,
  old: StoredEntry | null,
): Promise<CheckedColumns<AnyDictionary>> {
  assertMaintains(actor, entity, old ? [old] : []);
  const parentId = merged.parentId === rootId ? null : (merged.parentId ?? null);
  const place =
    parentId === null
      ? { parentId: null, dictKey: headKey, code: merged.code }
      : await placeBelow(tx, actor, entity, parentId, merged, old);
  const row = { ...merged, ...place };
  if (old && (old.parentId === null) !== (parentId === null)) throw frozen(entity, "parentId");
  if (old && row.code !== old.code) await assertRenamable(tx, entity, old);
  if (parentId === null && !/^[A-Za-z][\w.-]{0,49}$/.test(row.code))
    throw invalidField(
      "code",
      "字典编号",
      "List",
      "须以字母开头，由字母、数字、_、-、. 组成",
      "begins with a letter; letters, digits, _ - . only",
    );
  const names = isBuiltIn(entity, row.code) ? checkBuiltIn(entity, row, old) : {};
  if (row.code === workdayExceptionCode && entity === BusinessDictionary && parentId !== null) checkWorkday(row);
  await refuseDuplicate(
    tx,
    entity,
    old?.id,
    { code: row.code, dictKey: row.dictKey, tenantId: actor.tenantId },
    "DUPLICATE",
    { field: { zh: `字典键值“${row.dictKey}”`, en: `Key “${row.dictKey}”` } },
  );
  return columns(entity, { ...place, ...names });
}

/** System lists are maintained by the tenant owner, business lists by the tenant they belong to. @throws NOT_OWNER, ROLE_DENIED */
function assertMaintains(actor: Actor, entity: AnyDictionary, rows: readonly StoredEntry[]): void {
  if (entity === BusinessDictionary) assertOwn(actor, rows);
  else assertTenantOwner(actor);
}

/** Locks the head of the list first, so that two transactions cannot put rows below one another. */
async function placeBelow(
  tx: Tx,
  actor: Actor,
  entity: AnyDictionary,
  parentId: string,
  merged: Entry,
  old: StoredEntry | null,
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
  if (old && old.parentId !== parentId) {
    if ((await getAncestors(tx, entity, parentId)).includes(old.id))
      throw invalidField(
        "parentId",
        "上级字典",
        "Parent",
        "不能是自身或其下级",
        "must not be the entry itself or one below it",
      );
  }
  if (merged.dictKey === headKey)
    throw invalidField("dictKey", "字典键值", "Key", `不能是${headKey}`, `must not be ${headKey}`);
  return { parentId, code, dictKey: merged.dictKey };
}

/** Refuses another code of a head that has entries, since they share it. */
async function assertRenamable(tx: Tx, entity: AnyDictionary, old: StoredEntry): Promise<void> {
  if (old.parentId !== null || isBuiltIn(entity, old.code)) throw frozen(entity, "code");
  const { rows } =
    await sql`select from ${sql.table(entity.table)} where code = ${old.code} and tenant_id = ${old.tenantId} and id <> ${old.id} and is_deleted = 0 limit 1`.execute(
      tx,
    );
  if (rows.length > 0) throw new Refusal("DEPENDENCY_IN_USE", {}, [getFailure(frozen(entity, "code"), old.id)]);
}

/** Of built-in entries only order, `isSealed` and remark may change; a removed entry may be restored under its own name. */
function checkBuiltIn(entity: AnyDictionary, row: Entry, old: StoredEntry | null): Columns<AnyDictionary> {
  const entry = codeLists.get(row.code)?.codes[row.dictKey];
  const isHead = row.dictKey === headKey;
  if (!old) {
    if (isHead || !entry || fixedLists.has(row.code))
      throw invalidField(
        "dictKey",
        "字典键值",
        "Key",
        "该字典由系统固定，不能增加值",
        "the software decides by this list; values cannot be added",
      );
    return { dictValue: entry[0], dictValueEn: entry[1] };
  }
  const frozenFields: (keyof Entry & keyof StoredEntry)[] = [
    "dictKey",
    "dictValue",
    "dictValueEn",
    "parentId",
    ...(isHead || fixedLists.has(row.code) ? ["isSealed" as const] : []),
    ...(fixedLists.has(row.code) ? ["sort" as const] : []),
  ];
  for (const name of frozenFields) if ((row[name] ?? null) !== (old[name] ?? null)) throw frozen(entity, name);
  return {};
}

function checkWorkday({ dictKey, dictValue }: Entry): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dictKey) || !isDate(dictKey))
    throw invalidField("dictKey", "字典键值", "Key", "须为日期（yyyy-MM-dd）", "must be a day (yyyy-MM-dd)");
  if (dictValue !== "0" && dictValue !== "1")
    throw invalidField("dictValue", "字典名称", "Name", "须为1（上班）或0（休息）", "must be 1 (worked) or 0 (free)");
}

/** The refusal of a change of a built-in field, with the label of the field. */
function frozen(entity: AnyDictionary, name: string): Refusal {
  const field = entity.fields[name as "code"];
  return new Refusal("FIELD_FROZEN", { field: { zh: field?.zh ?? name, en: field?.en ?? name } });
}

/** @throws DEPENDENCY_IN_USE while entries stand below that stay, DICT_IN_USE for values that rows use or the software decides by */
export async function assertRemovable(
  tx: Tx,
  actor: Actor,
  entity: AnyDictionary,
  rows: readonly StoredEntry[],
): Promise<void> {
  assertMaintains(actor, entity, rows);
  const ids = rows.map(({ id }) => id);
  const { rows: below } = await sql<{
    id: string;
  }>`select distinct parent_id as id from ${sql.table(entity.table)} where parent_id = any(${ids}::bigint[]) and is_deleted = 0 and id <> all(${ids}::bigint[])`.execute(
    tx,
  );
  refuseRows(
    "DEPENDENCY_IN_USE",
    below.map(({ id }) => id),
  );
  const used: string[] = [];
  for (const row of rows)
    if (
      isBuiltIn(entity, row.code) &&
      (row.dictKey === headKey || fixedLists.has(row.code) || (await isUsed(tx, row.code, row.dictKey)))
    )
      used.push(row.id);
  refuseRows("DICT_IN_USE", used);
}

async function isUsed(tx: Tx, code: string, key: string): Promise<boolean> {
  const uses = columnsOfList(code).map(
    ({ table, field, several }) =>
      sql`exists (select from ${sql.table(table)} where is_deleted = 0 and ${several ? sql`${sql.ref(snake(field))} @> array[${key}]::text[]` : sql`${sql.ref(snake(field))} = ${key}`})`,
  );
  if (uses.length === 0) return false;
  return (await sql<{ used: boolean }>`select ${sql.join(uses, sql` or `)} as used`.execute(tx)).rows[0]?.used ?? false;
}
