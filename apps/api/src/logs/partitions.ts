import { withConnection } from "../core/database/db.ts";
import type { Services } from "../core/foundation/services.ts";
import { parameter } from "../settings/settings.queries.ts";

/** Months whose partitions are created ahead: even where the timer misses a whole month, rows have a partition. */
const ahead = 2;

/** Creates the partitions of this month and the next ones. Readers of the logs, such as a dump, do not hold it up. */
export const makePartitions = ({ pool }: Pick<Services, "pool">): Promise<unknown> =>
  pool.query("select make_log_partitions($1)", [ahead]);

/** Creates the partitions of the next months and drops those older than `log.keep.months`. @returns how many were dropped */
export async function keepPartitions(app: Pick<Services, "pool" | "db">): Promise<number> {
  await makePartitions(app);
  const months = await parameter(app.db, "log.keep.months");
  return withConnection(app.pool, async (client) => {
    // Dropping a partition locks the table for a moment. While a long query holds it, we give up rather than let all others wait behind us.
    await client.query("set lock_timeout = '3s'");
    const { rows } = await client.query<{ dropped: number }>("select drop_log_partitions($1) as dropped", [months]);
    await client.query("reset lock_timeout");
    return rows[0]?.dropped ?? 0;
  });
}
