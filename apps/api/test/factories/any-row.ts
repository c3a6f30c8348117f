import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { entities } from "@jipei/contract/entities.ts";
import { system } from "../../src/core/actor.ts";
import { insertRow } from "../../src/core/crud.ts";
import { storedFields } from "../../src/core/ddl.ts";
import { stored } from "../../src/core/present.ts";
import type { Services } from "../../src/core/services.ts";
import { plausibleValue } from "../rubbish.ts";

let count = 0;

/**
 * A row of any entity, for tests that only need something to refer to: one that is there, or else a new one.
 * @returns its id
 */
export async function anyRow(app: Services, entity: Entity<any>): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `select id from ${entity.table} where is_deleted = 0 order by id limit 1`,
  );
  return rows[0]?.id ?? newRow(app, entity);
}

/** A new row with all that the database demands, past the rules of its domain. @returns its id */
export async function newRow(app: Services, entity: Entity<any>): Promise<string> {
  const demanded = new Set(
    (
      await app.pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1 and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
        [entity.table],
      )
    ).rows.map(({ name }) => name),
  );
  // Some tables ask for one of several fields: then all of them are filled.
  return (
    (await written(app, entity, (name) => demanded.has(snake(name)))) ??
    (await written(
      app,
      entity,
      (name, field) => demanded.has(snake(name)) || (field.kind !== "ref" && field.need !== "computed"),
    )) ??
    failed(entity)
  );
}

/** Writes a row with the fields that are wanted. @returns its id, or null where a rule of the table is against it */
async function written(
  app: Services,
  entity: Entity<any>,
  wanted: (name: string, field: Field) => boolean,
): Promise<string | null> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of storedFields(entity))
    if (!base.has(name) && wanted(name, field))
      values[name] = field.kind === "ref" ? await anyRow(app, entityOf(field)) : valueOf(field);
  try {
    return (
      await app.db.transaction().execute((tx) => insertRow(tx, system, entity, stored(entity, app.cipher, values)))
    )["id"];
  } catch (error) {
    if ((error as { code?: string }).code === "23514") return null;
    throw error;
  }
}
const base = new Set(["id", "createUser", "updateUser", "version"]);

function failed({ name }: Entity): never {
  throw new Error(`no row of ${name} can be made here`);
}

/** Texts differ from row to row, for the sake of what must be unique. */
const valueOf = (field: Field): unknown =>
  field.kind === "text" && !field.format && (field.length ?? 0) >= 5 ? `x${++count}` : plausibleValue(field);

function entityOf({ entity: name }: Field): Entity<any> {
  const found = entities.find((entity) => entity.name === name);
  if (!found) throw new Error(`no entity ${name}`);
  return found;
}
