import { type Entity, type FieldName, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ImportChange } from "@jipei/contract/core/import.ts";
import { type RawBuilder, sql } from "kysely";
import { titleColumn } from "../../database/sql.ts";
import type { Tx } from "../../database/db.ts";
import type { Columns } from "../../database/tables.ts";
import type { Actor } from "../../foundation/actor.ts";
import type { Services } from "../../foundation/services.ts";
import { hiddenFields } from "../../access/data-scope.ts";
import { seen } from "../../security/mask.ts";
import type { Stage } from "./import-stage.ts";

/** Rows that are there already, and what an import may change of them. A blank cell changes nothing. */
export interface Existing<E extends Entity> {
  /** How the row of the entity (`t`) is found by a staged one (`s`). */
  same: RawBuilder<unknown>;
  fields: readonly FieldName<E>[];
  /** What a changed row gets beside. */
  sets?: Columns<E>;
}

/** A row that an import has written. `before`: what its changed columns held; null where the import added it. */
export interface ImportedRow {
  id: string;
  before: Readonly<Record<string, unknown>> | null;
}

/** Changes of existing rows that are listed; more are only counted. */
const listedChanges = 1000;

/** A field that an import may change, and the column by which a difference shows: ciphertexts of one value differ, their hashes do not. */
interface Changeable {
  name: string;
  field: Field;
  column: string;
  compared: string;
}

/** The fields of a sheet that it may change of rows that are there. */
export const changeable = (entity: Entity, { fields }: Existing<Entity>, stage: Stage): Changeable[] =>
  fields
    .filter((name) => stage.columns.includes(name))
    .map((name) => {
      const field = entity.fields[name] as Field;
      const column = snake(name);
      return { name, field, column, compared: field.encrypted ? `${column}_hash` : column };
    });

/** Whether a staged row (`s`) says something else of the row (`t`) than what stands there. */
export const differs = ({ compared }: Changeable) =>
  sql`(${sql.ref(`s.${compared}`)} is not null and ${sql.ref(`s.${compared}`)} is distinct from ${sql.ref(`t.${compared}`)})`;

export interface Differences {
  existing: number;
  differing: number;
  changes: ImportChange[];
}
export const noDifferences: Differences = { existing: 0, differing: 0, changes: [] };

/**
 * How many staged rows are there already, and what is different about them: as the actor sees them in a detail.
 * @param wrong rows with errors, of which nothing is told: they may be nobody's business
 */
export async function findDifferences<E extends Entity>(
  tx: Tx,
  actor: Actor,
  entity: E,
  existing: Existing<E>,
  stage: Stage,
  wrong: readonly number[],
  app: Services,
): Promise<Differences> {
  const fields = changeable(entity, existing, stage);
  const pairs = sql`import_stage s join ${sql.table(entity.table)} t on ${existing.same} where s.line <> all(${wrong}::int[])`;
  const differing = fields.length > 0 ? sql.join(fields.map(differs), sql` or `) : sql.lit(false);
  const { rows } = await sql<{
    existing: number;
    differing: number;
  }>`select count(distinct t.id)::int as existing, (count(distinct t.id) filter (where ${differing}))::int as differing from ${pairs}`.execute(
    tx,
  );
  const [counts = { existing: 0, differing: 0 }] = rows;
  if (counts.differing === 0) return { ...counts, changes: [] };
  const values = fields.map(
    (one) =>
      sql`(${one.name}, ${sql.ref(`t.${one.column}`)}::text, ${sql.ref(`s.${one.column}`)}::text, ${differs(one)})`,
  );
  const found = await sql<{ row: number; title: string; field: string; before: string | null; after: string }>`
    select s.line as row, ${titleColumn(entity)} as title, f.field, f.before, f.after
    from import_stage s join ${sql.table(entity.table)} t on ${existing.same} cross join lateral (values ${sql.join(values)}) f (field, before, after, differs)
    where s.line <> all(${wrong}::int[]) and f.differs order by s.line limit ${listedChanges}`.execute(tx);
  const hidden = hiddenFields(entity, actor);
  const byName = new Map(fields.map((one) => [one.name, one.field]));
  const shown = (field: Field, value: string | null): string | null => {
    const clear = value !== null && field.encrypted ? app.cipher.decrypt(value) : value;
    return (field.masked ? seen(actor, entity, field.masked, clear, "detail") : clear)?.slice(0, 500) ?? null;
  };
  return {
    ...counts,
    changes: found.rows
      .filter(({ field }) => !hidden?.has(field))
      .map(({ row, title, field, before, after }) => ({
        row,
        title: title.slice(0, 500),
        field,
        before: shown(byName.get(field) as Field, before),
        // What the user wrote themselves.
        after: (byName.get(field) as Field).encrypted ? app.cipher.decrypt(after).slice(0, 500) : after.slice(0, 500),
      })),
  };
}
