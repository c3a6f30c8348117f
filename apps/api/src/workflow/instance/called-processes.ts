import { type RawBuilder, sql } from "kysely";

/** Ids of a process and of all that were called in it, for a condition: people wait for who has a task in any of them. */
export const withCalled = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${id}::bigint union all select c.id from flow_instance c where c.root_id = ${id})`;
