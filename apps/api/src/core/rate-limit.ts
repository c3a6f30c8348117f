import { sql } from "kysely";
import { networkOf } from "./network.ts";
import { Refusal } from "./refusal.ts";
import type { Services } from "./services.ts";

/**
 * Counts a public call of an address, on all nodes together and outside any transaction, so that refused calls count too.
 * @param what names the call or the group of calls that share the count
 * @throws RATE_LIMIT after `most` calls within `minutes`
 */
export async function limitRate(app: Services, what: string, ip: string, most: number, minutes: number): Promise<void> {
  if ((await countRate(app, what, ip, minutes)) > most) throw new Refusal("RATE_LIMIT");
}

/** Counts as `limitRate` does. @returns how many calls there were within `minutes`, this one included */
export async function countRate(app: Services, what: string, ip: string, minutes: number): Promise<number> {
  const counted = await sql<{ n: number }>`
    insert into rate_count as r (key, window_end, n) values (${`${what} ${networkOf(ip)}`}, now() + make_interval(mins => ${minutes}), 1)
    on conflict (key) do update set n = case when r.window_end < now() then 1 else r.n + 1 end,
      window_end = case when r.window_end < now() then excluded.window_end else r.window_end end
    returning n`.execute(app.db);
  return Number(counted.rows[0]?.n);
}

/** Sweeps windows that are over; run by a timer. */
export const forgetRates = (app: Services) => sql`delete from rate_count where window_end < now()`.execute(app.db);
