import type { Entity, Row } from "@jipei/contract/core/entity.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import { visible } from "../access/data-scope.ts";
import type { Db } from "../database/db.ts";
import { createResponseMapper } from "./to-response.ts";
import type { Scope } from "../database/rows.ts";
import type { Services } from "../foundation/services.ts";
import { type Condition, detailColumns, listColumns } from "../database/sql.ts";

export interface ChildRows {
  scope: Scope;
  /** Condition on the rows (alias `t`). */
  where: Condition;
  order: RawBuilder<unknown>;
  /** Whether they have the columns and masks of a list or of a detail. */
  view: "list" | "detail";
}

/** All live rows under a condition that the actor may see, masked for them: child rows, timetables, rows that were just saved. */
export async function readChildRows<E extends Entity>(
  db: Db,
  actor: Actor,
  app: Services,
  entity: E,
  { scope, where, order, view }: ChildRows,
): Promise<Row<E>[]> {
  const columns = view === "list" ? listColumns(entity) : detailColumns(entity);
  const found = await sql<
    Row<E> & object
  >`select ${columns} from ${sql.table(entity.table)} t where t.is_deleted = 0 and ${where} and ${visible(entity, scope, actor)} order by ${order}`.execute(
    db,
  );
  return found.rows.map(createResponseMapper(entity, actor, app.cipher, view));
}

/** Counts the live rows under a condition (alias `t`) that the actor may see, as counters answer it. */
export async function countShown(
  db: Db,
  actor: Actor,
  entity: Entity,
  scope: Scope,
  where: Condition,
): Promise<{ number: number }> {
  const found = await sql<{
    n: string;
  }>`select count(*) as n from ${sql.table(entity.table)} t where t.is_deleted = 0 and ${where} and ${visible(entity, scope, actor)}`.execute(
    db,
  );
  return { number: Number(found.rows[0]?.n) };
}
