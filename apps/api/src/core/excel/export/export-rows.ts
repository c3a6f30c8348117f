import type { Entity } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import { reading } from "../../database/replica/replica.ts";
import type { Actor } from "../../foundation/actor.ts";
import type { Services } from "../../foundation/services.ts";
import type { ListSource } from "../../list/list-source.ts";
import { orderBy } from "../../list/order.ts";
import type { ExportPlan } from "./export-sheet.ts";
import { rowText } from "./export-columns.ts";

/** Rows fetched at a time. */
const batch = 500;

/** Rows as texts, many at a time, through a cursor: one snapshot, one order, little memory, whatever the sort. */
export async function* rowBatches(
  app: Services,
  actor: Actor,
  { table, where, columns, keys }: ListSource,
  { names, fields, entity }: ExportPlan,
): AsyncGenerator<readonly string[]> {
  const shown = { ...entity.fields, ...Object.fromEntries(fields) } satisfies Entity["fields"];
  const select =
    sql`select ${rowText(names, shown)} from (select ${columns} from ${table} t where ${where} order by ${orderBy(keys)}) r`.compile(
      app.db,
    );
  const client = await reading(app, actor, (pool) => pool.connect());
  let broken: Error | undefined;
  try {
    await client.query("begin transaction isolation level repeatable read read only");
    await client.query(`declare rows_to_export no scroll cursor for ${select.sql}`, select.parameters as unknown[]);
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${batch} from rows_to_export`);
      if (rows.length > 0) yield rows.map(({ row }) => row);
      if (rows.length < batch) break;
    }
    await client.query("commit");
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // When the receiver stops reading, the transaction stays open; such a connection is closed.
    if (broken) client.release(broken);
    else
      await client.query("rollback").then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
  }
}
