import { RightsChange, type RightsSubject, rightsSubject } from "@jipei/contract/access/rights-change.ts";
import { type Entity, baseFields } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { type CrudOptions, insertRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { granted } from "./grants.links.ts";
import { mustGovernRights } from "./rights-authority.ts";

/**
 * Changes of rights are kept with the whole state of their subject (a role with all it is granted, a scope, a menu entry, a parameter) before and
 * after, so that what one did can be taken back by another (rights-undo.ts).
 */

type Values = Record<string, any>;
export type State = Values | null;
type Action = "add" | "edit" | "remove" | "grant" | "undo";

export interface Governed {
  options: CrudOptions;
  /** Which rows of the entity are about rights. */
  concerns: (row: Values) => boolean;
}
const governed = new Map<RightsSubject, Governed>();

/** How rows of a subject are saved. */
export const governedBy = (subject: RightsSubject): Governed => governed.get(subject) as Governed;

/** Standard handlers whose rows decide about rights: system administrators alone save and remove them, and every change is kept. */
export function governing(options: CrudOptions, concerns: (row: Values) => boolean = () => true): CrudOptions {
  const { entity } = options;
  const subject = entity.name as RightsSubject;
  if (!Object.hasOwn(rightsSubject.codes, subject)) throw new Error(`${subject} is no subject of rights`);
  governed.set(subject, { options, concerns });
  return {
    ...options,
    async beforeSave(tx, actor, merged, old, app) {
      if (concerns(merged) || (old && concerns(old))) await mustGovernRights(tx, actor);
      return options.beforeSave ? options.beforeSave(tx, actor, merged, old, app) : {};
    },
    async afterSave(tx, actor, row, old, app) {
      await options.afterSave?.(tx, actor, row, old, app);
      if (!concerns(row) && !(old && concerns(old))) return;
      const links = await linksOf(tx, subject, row["id"]);
      await keepChange(
        tx,
        actor,
        entity,
        row["id"],
        old ? "edit" : "add",
        old && { ...fieldsOf(entity, old), ...links },
        { ...fieldsOf(entity, row), ...links },
      );
    },
    async beforeRemove(tx, actor, rows, app) {
      const concerned = rows.filter(concerns);
      if (concerned.length > 0) await mustGovernRights(tx, actor);
      const states = await Promise.all(
        concerned.map(
          async (row) =>
            [row["id"] as string, { ...fieldsOf(entity, row), ...(await linksOf(tx, subject, row["id"])) }] as const,
        ),
      );
      await options.beforeRemove?.(tx, actor, rows, app);
      for (const [id, state] of states) await keepChange(tx, actor, entity, id, "remove", state, null);
    },
  };
}

/** Writes a change down, where it changed anything. @returns its id */
export async function keepChange(
  tx: Tx,
  actor: Actor,
  entity: Entity<any>,
  id: string,
  action: Action,
  before: State,
  after: State,
): Promise<string | null> {
  if (isDeepStrictEqual(before, after)) return null;
  const row = await insertRow(tx, actor, RightsChange, {
    subject: entity.name,
    subjectId: id,
    title: String((after ?? before)?.[entity.title] ?? id).slice(0, 200),
    action,
    stateBefore: before,
    stateAfter: after,
  });
  return row["id"];
}

/** The state of a live row now, locked; null: it is not there. */
export async function stateOf(tx: Tx, subject: RightsSubject, id: string): Promise<State> {
  const { entity } = governedBy(subject).options;
  const { rows } =
    await sql<Values>`select * from ${sql.table(entity.table)} where id = ${id} and is_deleted = 0 for update`.execute(
      tx,
    );
  return rows[0] ? { ...fieldsOf(entity, rows[0]), ...(await linksOf(tx, subject, id)) } : null;
}

/** What a role is granted belongs to its state. */
const linksOf = async (tx: Tx, subject: RightsSubject, id: string): Promise<object> =>
  subject === "Role" ? { links: await granted(tx, id) } : {};

/** The stored fields of a row, as JSON keeps them. */
const fieldsOf = (entity: Entity<any>, row: Values): Values =>
  Object.fromEntries(
    Object.entries<Field>(entity.fields)
      .filter(([name, field]) => !(name in baseFields) && !field.lookup && !field.derived && !field.writeOnly)
      .map(([name]) => [name, row[name] ?? null]),
  );
