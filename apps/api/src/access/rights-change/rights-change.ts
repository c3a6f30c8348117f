import { RightsChange, type RightsSubject, rightsSubject } from "@jipei/contract/access/rights-change.ts";
import { Role } from "@jipei/contract/access/role.ts";
import { type Entity, baseFields } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import { insertRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { granted } from "../grants/grants.links.ts";
import { assertGovernsRights } from "./rights-authority.ts";

/**
 * Changes of rights are stored with the whole state of their subject (a role with all its grants, a scope, a menu entry, a parameter) before and after, so
 * that they can be undone (rights-undo.ts).
 */

type Values = Readonly<Record<string, unknown>>;
export type State = Values | null;
type Action = "add" | "edit" | "remove" | "grant" | "undo";

/**
 * Adds the checks of changes of rights to standard handlers: only system administrators save and remove the rows, and every change is recorded.
 * @param concerns whether a row decides about rights; all rows by default
 */
export function rightsControlled<E extends Entity>(
  options: CrudOptions<E>,
  concerns: (row: Partial<StoredRow<E>>) => boolean = () => true,
): CrudOptions<E> {
  const { entity } = options;
  if (!Object.hasOwn(rightsSubject.codes, entity.name)) throw new Error(`${entity.name} is no subject of rights`);
  return {
    ...options,
    async beforeSave(tx, actor, merged, old, app) {
      // A draft of a new row lacks what the database fills in, which no check of rights reads.
      if (concerns(merged as unknown as Partial<StoredRow<E>>) || (old && concerns(old)))
        await assertGovernsRights(tx, actor);
      return options.beforeSave?.(tx, actor, merged, old, app);
    },
    async afterSave(tx, actor, row, old, app) {
      await options.afterSave?.(tx, actor, row, old, app);
      if (!concerns(row) && !(old && concerns(old))) return;
      const links = await getLinks(tx, entity, row.id);
      await recordChange(
        tx,
        actor,
        entity,
        row.id,
        old ? "edit" : "add",
        old && { ...getFields(entity, old), ...links },
        {
          ...getFields(entity, row),
          ...links,
        },
      );
    },
    async beforeRemove(tx, actor, rows, app) {
      const concerned = rows.filter(concerns);
      if (concerned.length > 0) await assertGovernsRights(tx, actor);
      const states = await Promise.all(
        concerned.map(
          async (row) => [row.id, { ...getFields(entity, row), ...(await getLinks(tx, entity, row.id)) }] as const,
        ),
      );
      await options.beforeRemove?.(tx, actor, rows, app);
      for (const [id, state] of states) await recordChange(tx, actor, entity, id, "remove", state, null);
    },
  };
}

/** Records a change, unless before and after are equal. @returns its id, null where nothing changed */
export async function recordChange(
  tx: Tx,
  actor: Actor,
  entity: Entity,
  id: string,
  action: Action,
  before: State,
  after: State,
): Promise<string | null> {
  if (isDeepStrictEqual(before, after)) return null;
  const row = await insertRow(tx, actor, RightsChange, {
    subject: entity.name as RightsSubject,
    subjectId: id,
    title: String((after ?? before)?.[entity.title] ?? id).slice(0, 200),
    action,
    stateBefore: before,
    stateAfter: after,
  });
  return row.id;
}

/** Locks a live row and returns its state; null when there is no such row. */
export async function getState(tx: Tx, entity: Entity, id: string): Promise<State> {
  const { rows } =
    await sql<Values>`select * from ${sql.table(entity.table)} where id = ${id} and is_deleted = 0 for update`.execute(
      tx,
    );
  return rows[0] ? { ...getFields(entity, rows[0]), ...(await getLinks(tx, entity, id)) } : null;
}

/** What a role is granted belongs to its state. */
const getLinks = async (tx: Tx, entity: Entity, id: string): Promise<object> =>
  entity.name === Role.name ? { links: await granted(tx, id) } : {};

/** The stored fields of a row, as values for JSON. */
const getFields = (entity: Entity, row: object): Values =>
  Object.fromEntries(
    Object.entries<Field>(entity.fields)
      .filter(([name, field]) => !(name in baseFields) && !field.lookup && !field.derived && !field.writeOnly)
      .map(([name]) => [name, (row as Values)[name] ?? null]),
  );
