import { sql } from "kysely";
import { getNetwork } from "../http/network.ts";
import { Refusal } from "../foundation/refusal.ts";
import type { Services } from "../foundation/services.ts";

/**
 * Limits the calls of an IP address. They are counted for all nodes together and outside any transaction, so that refused calls count too.
 * @param what names the call, or the group of calls that share the count
 * @param by as how many calls one counts
 * @throws RATE_LIMIT after `most` calls within `minutes`
 */
export async function limitRate(
  app: Services,
  what: string,
  ip: string,
  most: number,
  minutes: number,
  by = 1,
): Promise<void> {
  if ((await countRate(app, what, ip, minutes, by)) > most) throw new Refusal("RATE_LIMIT");
}

/** Counts in the same way as `limitRate`. @returns how many calls there were within `minutes`, this one included */
export async function countRate(app: Services, what: string, ip: string, minutes: number, by = 1): Promise<number> {
  const counted = await sql<{ n: number }>`
    insert into rate_count as r (key, window_end, n) values (${`${what} ${getNetwork(ip)}`}, now() + make_interval(mins => ${minutes}), ${by})
    on conflict (key) do update set n = case when r.window_end < now() then excluded.n else r.n + excluded.n end,
      window_end = case when r.window_end < now() then excluded.window_end else r.window_end end
    returning n`.execute(app.db);
  return Number(counted.rows[0]?.n);
}

/** Deletes the counts of past windows; run by a timer. */
export const forgetRates = (app: Services) => sql`delete from rate_count where window_end < now()`.execute(app.db);
