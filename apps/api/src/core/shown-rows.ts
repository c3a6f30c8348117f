import type { Entity } from "@jipei/contract/core/entity.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "./actor.ts";
import { visible } from "./data-scope.ts";
import type { Db } from "./db.ts";
import { presenter } from "./present.ts";
import type { Scope } from "./rows.ts";
import type { Services } from "./services.ts";
import { type Condition, detailColumns, listColumns } from "./sql.ts";

export interface Choice {
  scope: Scope;
  /** Which of them (alias `t`). */
  where: Condition;
  order: RawBuilder<unknown>;
  /** Whose columns and masks they have. */
  view: "list" | "detail";
}

/** All live rows of a choice that the actor may see, presented to him: child rows, timetables, sets that were just saved. */
export async function shownRows<R = Record<string, any>>(
  db: Db,
  actor: Actor,
  app: Services,
  entity: Entity<any>,
  { scope, where, order, view }: Choice,
): Promise<R[]> {
  const columns = view === "list" ? listColumns(entity) : detailColumns(entity);
  const found = await sql<
    R & Record<string, any>
  >`select ${columns} from ${sql.table(entity.table)} t where t.is_deleted = 0 and ${where} and ${visible(entity, scope, actor)} order by ${order}`.execute(
    db,
  );
  return found.rows.map(presenter(entity, actor, app.cipher, view));
}

/** How many live rows the actor may see of those that are meant (alias `t`). */
export async function countShown(
  db: Db,
  actor: Actor,
  entity: Entity<any>,
  scope: Scope,
  where: Condition,
): Promise<number> {
  const found = await sql<{
    n: string;
  }>`select count(*) as n from ${sql.table(entity.table)} t where t.is_deleted = 0 and ${where} and ${visible(entity, scope, actor)}`.execute(
    db,
  );
  return Number(found.rows[0]?.n);
}
