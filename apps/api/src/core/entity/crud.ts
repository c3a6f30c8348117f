import type { Call } from "@jipei/contract/core/call.ts";
import { type Entity, type Row, type SaveOf, baseFields } from "@jipei/contract/core/entity.ts";
import type { Field, Fields, FileItem } from "@jipei/contract/core/fields/field.ts";
import type { ListQuery, Page } from "@jipei/contract/core/fields/shape.ts";
import { type Generated, sql } from "kysely";
import { moment } from "../foundation/clock.ts";
import { type Actor, assertRight } from "../foundation/actor.ts";
import { writeAudit } from "./audit.ts";
import { hiddenFields } from "../access/data-scope.ts";
import type { Db, Tx } from "../database/db.ts";
import { type RowOwner, attachFiles, withFiles } from "../storage/files.ts";
import { type Route, reads, writes } from "../http/implement.ts";
import { listPage } from "../list/list.ts";
import type { ListOptions } from "../list/list-source.ts";
import { decryptRow, storedColumns, toResponse } from "./to-response.ts";
import { Refusal } from "../foundation/refusal.ts";
import { checkVersion, lockRow, lockRows, assertStaysInScope, readRow, splitIds } from "../database/rows.ts";
import type { Services } from "../foundation/services.ts";
import type { Columns, StoredRow } from "../database/tables.ts";
import type { CheckedColumns, Draft, NothingBeside } from "./columns.ts";

/** Columns of an entity that is known only at run time. */
type Values = Record<string, unknown>;

export interface CrudOptions<E extends Entity = Entity, X = unknown, D = unknown> extends ListOptions<X>, RowOwner {
  entity: E;
  /**
   * Rules across fields, and the values the server fills: given the input merged over the old row (decrypted), it returns the computed
   * columns (by `columns`), or throws. `old` is null for a new row.
   */
  beforeSave?: (
    tx: Tx,
    actor: Actor,
    merged: Draft<E>,
    old: StoredRow<E> | null,
    app: Services,
  ) => Promise<CheckedColumns<E> | void> | CheckedColumns<E> | void;
  afterSave?: (tx: Tx, actor: Actor, row: StoredRow<E>, old: StoredRow<E> | null, app: Services) => Promise<void>;
  /** Refuses the removal of rows that are in use or in a state that forbids it. The rows are locked already. */
  beforeRemove?: (tx: Tx, actor: Actor, rows: StoredRow<E>[], app: Services) => Promise<void>;
  /** Writes an audit record for every save and removal: what changed, and who did it, under the entity's name. */
  audited?: true;
  /** Adds child rows and history to a detail. */
  detail?: (db: Db, actor: Actor, row: Row<E>, app: Services) => Promise<D>;
}

/** What a client sends to be saved. For an existing row a part of the fields is enough. */
export type SaveInput<E extends Entity> = Partial<WithIds<SaveOf<E["fields"]>>> & {
  id?: string | null;
  version?: number | null;
  /** When the row was changed last, as the client read it; instead of `version`, which most clients of this family do not send. */
  updateTime?: string | null;
};

/** Files are named by items or by their ids. */
type WithIds<V> = { [K in keyof V]: V[K] extends FileItem[] | null | undefined ? V[K] | string[] : V[K] };

/** The four standard handlers of an entity as plain functions; a domain may use them one by one. */
export function crud<E extends Entity, X, D>(options: CrudOptions<E, X, D>) {
  const { entity } = options;
  return {
    list: (_db: Db, actor: Actor, query: ListQuery, app: Services) => listPage(app, actor, entity, query, options),

    async detail(db: Db, actor: Actor, input: { id: string }, app: Services): Promise<Row<E> & D> {
      const row = await readRow(db, entity, options.scope, actor, input.id);
      await withFiles(db, entity, [row]);
      const shown = toResponse(entity, actor, app.cipher, row, "detail");
      return { ...shown, ...(await options.detail?.(db, actor, shown, app)) } as Row<E> & D;
    },

    submit: (tx: Tx, actor: Actor, input: SaveInput<E>, app: Services) => saveRow(tx, actor, options, input, app),

    async remove(tx: Tx, actor: Actor, input: { ids: string }, app: Services): Promise<void> {
      const rows = await lockRows(tx, entity, options.scope, actor, splitIds(input.ids));
      await options.beforeRemove?.(tx, actor, rows, app);
      await removeRows(
        tx,
        actor,
        entity,
        rows.map((row) => row.id),
      );
      if (options.audited)
        await writeAudit(
          tx,
          actor,
          rows.map((row) => ({
            bizType: entity.name,
            bizId: row.id,
            action: "remove",
            before: { [entity.title]: (row as Values)[entity.title] },
          })),
        );
    },
  };
}

/** Inserts or updates one row. @returns its id @throws NOT_FOUND, NOT_OWNER, VERSION_CONFLICT, what `beforeSave` refuses */
export async function saveRow<E extends Entity, X, D>(
  tx: Tx,
  actor: Actor,
  options: CrudOptions<E, X, D>,
  input: SaveInput<E>,
  app: Services,
): Promise<{ id: string }> {
  const { entity, resource } = options;
  const { id } = input;
  const values = inputColumns(entity, input);
  assertRight(actor, resource, id ? "edit" : "add");
  const hidden = id ? hiddenFields(entity, actor) : null;
  if (hidden && Object.keys(values).some((name) => hidden.has(name))) throw new Refusal("ROLE_DENIED");
  const locked = id ? await lockRow(tx, entity, options.scope, actor, id) : null;
  if (locked) checkVersion(locked, input.version, input.updateTime);
  const old = locked && decryptRow(entity, app.cipher, locked);
  // The compiler does not add up the fields of an entity that it does not know.
  const draft = { ...old, ...values } as unknown as Draft<E>;
  const columns: Columns<E> = { ...values, ...(await options.beforeSave?.(tx, actor, draft, old, app)) };
  const saved = locked
    ? await updateOne(tx, actor, entity, locked.id, storedColumns(entity, app.cipher, columns))
    : await insertColumns(tx, actor, entity, storedColumns(entity, app.cipher, columns));
  await assertStaysInScope(tx, entity, actor, saved.id);
  await attachFiles(tx, actor, entity, saved.id, columns as Values);
  // First in the history, since what `afterSave` does follows from it.
  if (options.audited) await auditSave(tx, actor, entity, saved.id, saved, locked);
  await options.afterSave?.(tx, actor, decryptRow(entity, app.cipher, saved), old, app);
  return { id: saved.id };
}

/**
 * Sets fields of a locked row by the rules of its domain, for a caller whose right to do so was checked elsewhere (an undone or an approved change).
 * @param fields whole values of the entity's own fields, or what the server sets beside them
 * @throws what `beforeSave` refuses
 */
export async function overwriteRow<E extends Entity>(
  tx: Tx,
  actor: Actor,
  options: Pick<CrudOptions<E>, "entity" | "beforeSave" | "afterSave">,
  old: StoredRow<E>,
  fields: Columns<E>,
  app: Services,
): Promise<StoredRow<E>> {
  const { entity } = options;
  const draft = { ...old, ...fields } as unknown as Draft<E>;
  const computed = await options.beforeSave?.(tx, actor, draft, old, app);
  const saved = await updateOne<E>(
    tx,
    actor,
    entity,
    old.id,
    storedColumns(entity, app.cipher, { ...fields, ...computed }),
  );
  await options.afterSave?.(tx, actor, decryptRow(entity, app.cipher, saved), old, app);
  return saved;
}

/** Records the fields that differ. Of secret and encrypted fields it records the name only, never the value. */
async function auditSave(
  tx: Tx,
  actor: Actor,
  entity: Entity,
  id: string,
  saved: Values,
  before: Values | null,
): Promise<void> {
  const changed = Object.entries<Field>(entity.fields).filter(
    ([name, field]) =>
      !(name in baseFields) &&
      !field.lookup &&
      !field.derived &&
      name in saved &&
      JSON.stringify(saved[name]) !== JSON.stringify(before?.[name] ?? null),
  );
  if (changed.length === 0) return;
  const values = (row: Values) =>
    Object.fromEntries(changed.map(([name, field]) => [name, field.writeOnly || field.encrypted ? "***" : row[name]]));
  await writeAudit(tx, actor, [
    {
      bizType: entity.name,
      bizId: id,
      action: before ? "edit" : "add",
      ...(before && { before: values(before) }),
      after: values(saved),
    },
  ]);
}

/** The columns that an input sets: all but the id, its alias, and the version that the client saw. */
export function inputColumns<E extends Entity>(entity: E, input: SaveInput<E>): Columns<E> {
  const { id: _id, version: _version, updateTime: _updateTime, ...values } = input as Values;
  if (entity.idName) delete values[entity.idName];
  return values as Columns<E>;
}

/**
 * The table of an entity that is known only at run time. This is the one place where the compiler does not check the names of tables and
 * columns.
 */
type AnyTable = { id: Generated<string> } & Record<string, unknown>;
const getTable = (entity: Entity) => entity.table as "anyTable";
const anyTable = (tx: Tx) => tx.withTables<{ anyTable: AnyTable }>();

/** Inserts a row and fills its base fields. Values of encrypted fields must be encrypted already (`stored`). */
export const insertRow = <E extends Entity, V extends Columns<E>>(
  tx: Tx,
  actor: Actor,
  entity: E,
  columns: V & NothingBeside<Columns<E>, V>,
): Promise<StoredRow<E>> => insertColumns<E>(tx, actor, entity, columns);

/** `insertRow` for columns whose names were checked where they were made. */
export async function insertColumns<E extends Entity>(
  tx: Tx,
  actor: Actor,
  entity: E,
  columns: Columns<E> & { tenantId?: string },
): Promise<StoredRow<E>> {
  const time = moment();
  const written: Values = {
    ...toStorable(entity.fields, columns),
    createUser: actor.userId,
    createDept: actor.deptId,
    createTime: time,
    updateUser: actor.userId,
    updateTime: time,
  };
  const tenantId = columns.tenantId ?? findTenant(actor);
  if (tenantId) written.tenantId = tenantId;
  return anyTable(tx).insertInto(getTable(entity)).values(written).returningAll().executeTakeFirstOrThrow() as Promise<
    StoredRow<E>
  >;
}

/** Rows that the server itself writes belong to the tenant owner: the column is left to the database's default. */
const findTenant = (actor: Actor): string | undefined => (actor.userId === "0" ? undefined : actor.tenantId);

/** Sets the same columns of several locked rows in one statement. @returns them in the order of `ids` */
export const updateRows = <E extends Entity, V extends Columns<E>>(
  tx: Tx,
  actor: Actor,
  entity: E,
  ids: readonly string[],
  columns: V & NothingBeside<Columns<E>, V>,
): Promise<StoredRow<E>[]> => updateColumns<E>(tx, actor, entity, ids, columns);

/** `updateRows` for columns whose names were checked where they were made. */
export async function updateColumns<E extends Entity>(
  tx: Tx,
  actor: Actor,
  entity: E,
  ids: readonly string[],
  columns: Columns<E>,
): Promise<StoredRow<E>[]> {
  if (ids.length === 0) return [];
  const saved = (await anyTable(tx)
    .updateTable(getTable(entity))
    .set({ ...toStorable(entity.fields, columns), ...changedBy(actor) })
    .where("id", "in", ids)
    .returningAll()
    .execute()) as StoredRow<E>[];
  const byId = new Map(saved.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Updates a locked row, increases its version, and sets who changed it and when. */
export const updateRow = <E extends Entity, V extends Columns<E>>(
  tx: Tx,
  actor: Actor,
  entity: E,
  id: string,
  columns: V & NothingBeside<Columns<E>, V>,
): Promise<StoredRow<E>> => updateOne<E>(tx, actor, entity, id, columns);

/** `updateRow` for columns whose names were checked where they were made. */
export async function updateOne<E extends Entity>(
  tx: Tx,
  actor: Actor,
  entity: E,
  id: string,
  columns: Columns<E>,
): Promise<StoredRow<E>> {
  const [saved] = await updateColumns<E>(tx, actor, entity, [id], columns);
  if (!saved) throw new Error(`${entity.name} ${id} is gone`);
  return saved;
}

/** Marks rows as deleted. The unique indexes cover live rows only, so their values can be used again. */
export async function removeRows(tx: Tx, actor: Actor, entity: Entity, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await anyTable(tx)
    .updateTable(getTable(entity))
    .set({ isDeleted: 1, ...changedBy(actor) })
    .where("id", "in", ids)
    .execute();
}

const changedBy = (actor: Actor) => ({ updateUser: actor.userId, updateTime: moment(), version: sql`version + 1` });

/**
 * Keeps what can be stored: drops undefined values, looked-up and derived fields, and write-only fields that are not stored encrypted.
 * Values of kind `data` are written as JSON text.
 */
function toStorable(fields: Fields, columns: object): Values {
  const storable: Values = {};
  for (const [name, value] of Object.entries(columns)) {
    if (value === undefined) continue;
    const field: Field | undefined = fields[name];
    if (field?.lookup || field?.derived || (field?.writeOnly && !field.encrypted)) continue;
    storable[name] = field?.kind === "data" && value !== null ? JSON.stringify(value) : value;
  }
  return storable;
}

/** The four calls that `crudCalls` declares for an entity. */
type StandardCalls = Readonly<Record<"list" | "detail" | "submit" | "remove", Call>>;
interface TypedCalls<E extends Entity> {
  list: Call<ListQuery, Page<Row<E>>>;
  detail: Call<{ id: string }, Row<E>>;
  submit: Call<SaveInput<E>, { id: string }>;
  remove: Call<{ ids: string }, void>;
}

/** The four standard routes of an entity. A domain overrides some by name. */
export function crudRoutes<E extends Entity, X, D>(
  standard: StandardCalls,
  options: CrudOptions<E, X, D>,
  overrides: Partial<Record<"list" | "detail" | "submit" | "remove", Route>> = {},
): Route[] {
  const handlers = crud(options);
  const calls = standard as TypedCalls<E>;
  const submit = overrides.submit ?? writes(calls.submit, handlers.submit);
  const owner = { ...options, ...(submit.kind === "writes" && !submit.prepare && { save: saveBy(submit.handler) }) };
  return [
    overrides.list ?? reads(calls.list, handlers.list),
    overrides.detail ?? reads(calls.detail, handlers.detail),
    submit,
    overrides.remove ?? writes(calls.remove, handlers.remove),
  ].map((route) => ({ ...route, owner }));
}

/** Saves a row by the handler of a call that needs no preparation. */
const saveBy =
  (handler: Extract<Route, { kind: "writes" }>["handler"]): RowOwner["save"] =>
  (tx, actor, input, app) =>
    handler(tx, actor, input, app, undefined);
