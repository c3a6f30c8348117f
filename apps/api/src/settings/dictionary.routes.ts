import { formImporter } from "../core/excel/import/form-import.ts";
import { exporter } from "../core/excel/export.ts";
import type { ResourceKey } from "@jipei/contract/capabilities.ts";
import { orderedCodes } from "@jipei/contract/core/fields/field.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import {
  BusinessDictionary,
  Dictionary,
  type DictionaryRow,
  type OfferedList,
  businessDictionaryCalls,
  dictionaryCalls,
  fixedLists,
  headKey,
} from "@jipei/contract/settings/dictionary.ts";
import { enumCalls } from "@jipei/contract/settings/enums.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { type CrudOptions, crud, crudRoutes } from "../core/entity/crud.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import { invalidField } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Condition, detailColumns } from "../core/database/sql.ts";
import { getBranches, nameAbove, getNodes } from "../core/foundation/tree.ts";
import { codeLists } from "./code-lists.ts";
import { sharedAndOwn } from "../core/access/tenant-owner.ts";
import { type AnyDictionary, checkDictionaryRow, getKeeping, assertRemovable } from "./dictionary.rules.ts";

const scope = sharedAndOwn;

function createRoutes(entity: AnyDictionary, calls: typeof dictionaryCalls, resource: ResourceKey) {
  const rows = async (app: Services, actor: Actor, query: ListQuery, where: readonly Condition[] = []) =>
    (await listPage(app, actor, entity, { ...query, all: true }, { scope, where })).records;
  const below = (
    head: string,
  ) => sql`t.id in (with recursive below as (select id from ${sql.table(entity.table)} where parent_id = ${head} and is_deleted = 0
    union select c.id from ${sql.table(entity.table)} c join below b on c.parent_id = b.id where c.is_deleted = 0) select id from below)`;
  const options: CrudOptions<AnyDictionary> = {
    entity,
    resource,
    scope,
    audited: true,
    beforeSave: (tx, actor, merged, old) => checkDictionaryRow(tx, actor, entity, merged, old),
    beforeRemove: (tx, actor, removed) => assertRemovable(tx, actor, entity, removed),
    detail: async (db, _actor, row) => ({ parentName: await nameAbove(db, entity, row.parentId) }),
  };
  const handlers = crud(options);
  const submit: typeof handlers.submit = async (tx, actor, input, app) => {
    await lockLists(tx, entity, input);
    return handlers.submit(tx, actor, input, app);
  };
  const routes: Route[] = [
    exporter(entity as typeof Dictionary, calls.export, { scope }),
    reads(calls.parentList, async (_db, actor, query, app) => {
      const page = await listPage(app, actor, entity, query, {
        scope,
        where: [sql`t.dict_key = ${headKey}`],
      });
      return { ...page, records: page.records.map((row) => ({ ...row, keeping: getKeeping(entity, row.code) })) };
    }),
    reads(calls.childList, async (_db, actor, query, app) => {
      if (!query.extra.parentId)
        throw invalidField("parentId", "上级字典", "Parent", "请选择上级字典", "please choose");
      return getBranches(await rows(app, actor, query, [below(query.extra.parentId)]));
    }),
    reads(calls.tree, async (_db, actor, _input, app) =>
      getNodes(
        await rows(app, actor, { current: 1, size: 10, all: true, sort: [], filters: [] }),
        (row) => row.dictValue,
      ),
    ),
    reads(calls.dictionary, (db, actor, { code }) => entries(db, actor, entity, code)),
    ...crudRoutes(calls, options, {
      list: reads(calls.list, async (_db, actor, query, app) => getBranches(await rows(app, actor, query))),
      submit: writes(calls.submit, submit),
    }),
  ];
  const importer = formImporter(calls.import, options, {
    columns: [
      { field: "code", example: "SHOE_SIZE" },
      { field: "dictKey", example: headKey },
    ],
    async save(tx, actor, row, app) {
      const parentId = row.parentId ?? (row.dictKey === headKey ? null : await headOf(tx, actor, entity, row.code));
      return submit(tx, actor, { ...row, parentId }, app);
    },
  });
  return { routes, importer };
}

/** Lets one transaction at a time write to a list: its head is locked before any row, so that two that move rows below each other's do not deadlock. */
async function lockLists(
  tx: Tx,
  entity: AnyDictionary,
  { id, parentId }: { id?: string | null; parentId?: string | null },
): Promise<void> {
  const table = sql.table(entity.table);
  await sql`select from ${table} h where h.dict_key = ${headKey} and h.is_deleted = 0
    and (h.code, h.tenant_id) in (select code, tenant_id from ${table} where id = any(${[id, parentId].filter(Boolean)}::bigint[])) order by h.id for update`.execute(
    tx,
  );
}

/** The head of the list that a sheet names by its code. */
async function headOf(tx: Tx, actor: Actor, entity: AnyDictionary, code: string | undefined): Promise<string | null> {
  const { rows } = await sql<{
    id: string;
  }>`select id from ${sql.table(entity.table)} where code = ${code ?? ""} and dict_key = ${headKey} and tenant_id = ${actor.tenantId} and is_deleted = 0`.execute(
    tx,
  );
  if (!rows[0]) throw invalidField("code", "字典编号", "List", "没有这个字典", "there is no such list");
  return rows[0].id;
}

async function entries(db: Db, actor: Actor, entity: AnyDictionary, code: string): Promise<DictionaryRow[]> {
  const found = await sql<DictionaryRow>`select ${detailColumns(entity)} from ${sql.table(entity.table)} t
    where t.code = ${code} and t.dict_key <> ${headKey} and t.is_deleted = 0 and ${scope(actor)} order by t.sort, t.id`.execute(
    db,
  );
  return found.rows;
}

/** Code lists whose order or choice differs from the contract. */
async function offered(db: Db): Promise<OfferedList[]> {
  const { rows } =
    await sql<OfferedList>`select code, array_agg(dict_key order by sort, id) filter (where dict_key <> ${headKey} and is_sealed = '0') as keys
    from business_dictionary where is_deleted = 0 and tenant_id = tenant_owner() group by code order by code`.execute(
      db,
    );
  return rows.flatMap(({ code, keys }) => {
    const list = codeLists.get(code);
    if (!list || fixedLists.has(code)) return [];
    const known = orderedCodes(list).map(([key]) => key);
    const now = (keys ?? []).filter((key) => known.includes(key));
    return now.join() === known.join() ? [] : [{ code, keys: now }];
  });
}

const lists = [
  createRoutes(Dictionary, dictionaryCalls, "dict"),
  createRoutes(BusinessDictionary, businessDictionaryCalls, "dict_biz"),
];
export const dictionaryImporters = lists.map(({ importer }) => importer);
export const dictionaryRoutes: Route[] = [
  ...lists.flatMap(({ routes }) => routes),
  reads(businessDictionaryCalls.offered, (db) => offered(db)),
  ...enumCalls.map(({ codes, call }) => {
    const answer = Object.entries(codes.codes).map(([code, [label, labelEn]]) => ({
      value: code,
      code,
      label,
      labelEn,
    }));
    return reads(call, async () => answer);
  }),
];
