import type { CrudCalls } from "@jipei/contract/core/call.ts";
import { type Entity, baseFields } from "@jipei/contract/core/entity.ts";
import type { Field, Fields } from "@jipei/contract/core/field.ts";
import { sql } from "kysely";
import { type Actor, mustHold } from "./actor.ts";
import { writeAudit } from "./audit.ts";
import { hiddenFields } from "./data-scope.ts";
import type { Db, Tx } from "./db.ts";
import { attachFiles, ownFiles, withFiles } from "./files.ts";
import { type Route, reads, writes } from "./implement.ts";
import { listPage } from "./list.ts";
import type { ListOptions } from "./list-source.ts";
import { opened, present, stored } from "./present.ts";
import { Refusal } from "./refusal.ts";
import { checkVersion, lockRow, lockRows, mustStayInScope, readRow, splitIds } from "./rows.ts";
import type { Services } from "./services.ts";

type Values = Record<string, any>;

export interface CrudOptions extends ListOptions {
  entity: Entity<any>;
  resource: string;
  /**
   * Rules across fields, and the values the server fills: given the input merged over the old row (decrypted), it returns the computed
   * columns, or throws. `old` is null for a new row.
   */
  beforeSave?: (tx: Tx, actor: Actor, merged: Values, old: Values | null, app: Services) => Promise<Values> | Values;
  afterSave?: (tx: Tx, actor: Actor, row: Values, old: Values | null, app: Services) => Promise<void>;
  /** Refuses the removal of rows in use or in a state that forbids it. Rows come locked. */
  beforeRemove?: (tx: Tx, actor: Actor, rows: Values[], app: Services) => Promise<void>;
  /** Writes what every save and removal changed, and who did it, into the audit rows under the entity's name. */
  audited?: true;
  /** What else names files of its rows, and who reads them without the right to see rows. */
  files?: Parameters<typeof ownFiles>[3];
  /** Adds child rows and history to a detail. */
  detail?: (db: Db, actor: Actor, row: Values, app: Services) => Promise<Values>;
}

/** The four standard handlers of an entity as plain functions; a domain may use them one by one. */
export function crud(options: CrudOptions) {
  const { entity } = options;
  ownFiles(entity, options.scope, options.resource, options.files);
  return {
    list: (_db: Db, actor: Actor, query: any, app: Services) => listPage(app, actor, entity, query, options),

    async detail(db: Db, actor: Actor, input: { id: string }, app: Services): Promise<any> {
      const row = await readRow<Values>(db, entity, options.scope, actor, input.id);
      await withFiles(db, entity, [row]);
      const shown = present(entity, actor, app.cipher, row, "detail");
      return options.detail ? { ...shown, ...(await options.detail(db, actor, shown, app)) } : shown;
    },

    submit: (tx: Tx, actor: Actor, input: any, app: Services) => saveRow(tx, actor, options, input, app),

    async remove(tx: Tx, actor: Actor, input: { ids: string }, app: Services): Promise<void> {
      const rows = await lockRows<Values>(tx, entity, options.scope, actor, splitIds(input.ids));
      await options.beforeRemove?.(tx, actor, rows, app);
      await removeRows(
        tx,
        actor,
        entity,
        rows.map((row) => row["id"]),
      );
      if (options.audited)
        await writeAudit(
          tx,
          actor,
          rows.map((row) => ({
            bizType: entity.name,
            bizId: row["id"],
            action: "remove",
            before: { [entity.title]: row[entity.title] },
          })),
        );
    },
  };
}

/** Inserts or updates one row. @returns its id @throws NOT_FOUND, NOT_OWNER, VERSION_CONFLICT, what `beforeSave` refuses */
export async function saveRow(
  tx: Tx,
  actor: Actor,
  options: CrudOptions,
  input: Values,
  app: Services,
): Promise<{ id: string }> {
  const { entity, resource } = options;
  const { id, version, ...values } = withoutAlias(entity, input);
  mustHold(actor, id ? `${resource}_edit` : `${resource}_add`);
  const hidden = id ? hiddenFields(entity, actor) : null;
  if (hidden && Object.keys(values).some((name) => hidden.has(name))) throw new Refusal("ROLE_DENIED");
  const locked = id ? await lockRow<Values>(tx, entity, options.scope, actor, id) : null;
  if (locked) checkVersion(locked as { version: number }, version);
  const old = locked && opened(entity, app.cipher, locked);
  const computed = options.beforeSave ? await options.beforeSave(tx, actor, { ...old, ...values }, old, app) : {};
  const columns = stored(entity, app.cipher, { ...values, ...computed });
  const saved = locked
    ? await updateRow(tx, actor, entity, locked["id"], columns)
    : await insertRow(tx, actor, entity, columns);
  await mustStayInScope(tx, entity, actor, saved["id"]);
  await attachFiles(tx, actor, entity, saved["id"], { ...values, ...computed });
  await options.afterSave?.(tx, actor, opened(entity, app.cipher, saved), old, app);
  if (options.audited) await auditSave(tx, actor, entity, saved, locked);
  return { id: saved["id"] };
}

/** Only what differs; secrets and what is encrypted are named, never written down. */
async function auditSave(
  tx: Tx,
  actor: Actor,
  entity: Entity<any>,
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
      bizId: saved["id"],
      action: before ? "edit" : "add",
      ...(before && { before: values(before) }),
      after: values(saved),
    },
  ]);
}

const withoutAlias = (entity: Entity<any>, input: Values): Values => {
  if (!entity.idName) return input;
  const { [entity.idName]: _alias, ...rest } = input;
  return rest;
};

/** Inserts a row with its base fields; values are columns in camel case, already encrypted. */
export async function insertRow(tx: Tx, actor: Actor, entity: Entity<any>, columns: Values): Promise<Values> {
  return tx
    .insertInto(entity.table)
    .values({
      ...clean(entity.fields, columns),
      createUser: actor.userId,
      createDept: actor.deptId,
      updateUser: actor.userId,
      tenantId: columns["tenantId"] ?? tenantOf(actor),
    } as never)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What the server itself writes belongs to the house, as the database fills in. */
const tenantOf = (actor: Actor): string | undefined => (actor.userId === "0" ? undefined : actor.tenantId);

/** Sets the same columns of several locked rows in one statement. @returns them in the order of `ids` */
export async function updateRows(
  tx: Tx,
  actor: Actor,
  entity: Entity<any>,
  ids: readonly string[],
  columns: Values,
): Promise<Values[]> {
  if (ids.length === 0) return [];
  const saved = await tx
    .updateTable(entity.table)
    .set({
      ...clean(entity.fields, columns),
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`version + 1`,
    } as never)
    .where("id", "in", ids)
    .returningAll()
    .execute();
  const byId = new Map(saved.map((row: Values) => [row["id"] as string, row]));
  return ids.map((id) => byId.get(id) as Values);
}

/** Updates a locked row, its version, and who changed it when. */
export async function updateRow(
  tx: Tx,
  actor: Actor,
  entity: Entity<any>,
  id: string,
  columns: Values,
): Promise<Values> {
  return tx
    .updateTable(entity.table)
    .set({
      ...clean(entity.fields, columns),
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`version + 1`,
    } as never)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Logical removal; the unique indexes of live rows let go of them. */
export async function removeRows(tx: Tx, actor: Actor, entity: Entity<any>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable(entity.table)
    .set({ isDeleted: 1, updateUser: actor.userId, updateTime: sql`now()`, version: sql`version + 1` } as never)
    .where("id", "in", ids as string[])
    .execute();
}

/** Drops what is no column: undefined values, lookups, write-only fields that are not kept encrypted. `data` goes in as JSON text. */
function clean(fields: Fields, columns: Values): Values {
  const kept: Values = {};
  for (const [name, value] of Object.entries(columns)) {
    if (value === undefined) continue;
    const field: Field | undefined = fields[name];
    if (field?.lookup || field?.derived || (field?.writeOnly && !field.encrypted)) continue;
    kept[name] = field?.kind === "data" && value !== null ? JSON.stringify(value) : value;
  }
  return kept;
}

/** The four standard routes of an entity. A domain overrides one by name; a second override is a sign to write them by hand. */
export function crudRoutes(
  calls: CrudCalls<any>,
  options: CrudOptions,
  overrides: Partial<Record<"list" | "detail" | "submit" | "remove", Route>> = {},
): Route[] {
  const handlers = crud(options);
  return [
    overrides.list ?? reads(calls.list as never, handlers.list as never),
    overrides.detail ?? reads(calls.detail as never, handlers.detail as never),
    overrides.submit ?? writes(calls.submit as never, handlers.submit as never),
    overrides.remove ?? writes(calls.remove as never, handlers.remove as never),
  ];
}
