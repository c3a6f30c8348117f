import type { Call } from "@jipei/contract/core/call.ts";
import { type Entity, type Row, type SaveOf, baseFields } from "@jipei/contract/core/entity.ts";
import type { Field, FileItem } from "@jipei/contract/core/fields/field.ts";
import type { ListQuery, Page } from "@jipei/contract/core/fields/shape.ts";
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
import { insertColumns, removeRows, updateOne } from "../database/write-rows.ts";
import type { Services } from "../foundation/services.ts";
import type { Columns, StoredRow } from "../database/tables.ts";
import type { CheckedColumns, Draft } from "./columns.ts";

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
  const handlers = {
    list: (_db: Db, actor: Actor, query: ListQuery, app: Services) => listPage(app, actor, entity, query, options),

    async detail(db: Db, actor: Actor, input: { id: string }, app: Services): Promise<Row<E> & D> {
      const row = await readRow(db, entity, options.scope, actor, input.id);
      await withFiles(db, entity, [row]);
      const shown = toResponse(entity, actor, app.cipher, row, "detail");
      return { ...shown, ...(await options.detail?.(db, actor, shown, app)) } as Row<E> & D;
    },

    submit: (tx: Tx, actor: Actor, input: SaveInput<E>, app: Services) => saveRow(tx, actor, options, input, app),

    remove: (tx: Tx, actor: Actor, input: { ids: string }, app: Services): Promise<void> =>
      handlers.removeAll(tx, actor, splitIds(input.ids), app),

    /** Removes as many rows as there are, for a caller that is no client. */
    async removeAll(tx: Tx, actor: Actor, ids: readonly string[], app: Services): Promise<void> {
      const rows = await lockRows(tx, entity, options.scope, actor, ids);
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
  return handlers;
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
