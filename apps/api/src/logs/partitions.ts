import { withConnection } from "../core/db.ts";
import type { Services } from "../core/services.ts";
import { parameter } from "../settings/settings.queries.ts";

/** Months made ahead: the timer may miss a whole one, and rows still find their place. */
const ahead = 2;

/** Makes the months to come and drops those that the parameter `log.keep.months` lets go. @returns how many were dropped */
export async function keepPartitions(app: Pick<Services, "pool" | "db">): Promise<number> {
  const months = await parameter(app.db, "log.keep.months");
  return withConnection(app.pool, async (client) => {
    // To drop a month the table is locked for a moment; who reads a long list must not keep all others waiting for us.
    await client.query("set lock_timeout = '3s'");
    const { rows } = await client.query<{ dropped: number }>("select keep_log_partitions($1, $2) as dropped", [
      ahead,
      months,
    ]);
    await client.query("reset lock_timeout");
    return rows[0]?.dropped ?? 0;
  });
}
