import { sql } from "kysely";
import type { Tx } from "../database/db.ts";
import { today } from "../foundation/clock.ts";
import type { Timer } from "./jobs.ts";

/**
 * A timer that tells people in the morning what the day brings, once a day. Where no server ran then, the next start makes up for it; that may be
 * before the morning of another day, whose own run then finds that the day was told.
 */
export const dailyReminder = (name: string, remind: (tx: Tx) => Promise<void>): Timer => ({
  name,
  cron: "30 8 * * *",
  run: (app) =>
    app.db.transaction().execute(async (tx) => {
      const { rows } = await sql`insert into reminder_day (name, day) values (${name}, ${today()})
        on conflict (name) do update set day = excluded.day where reminder_day.day < excluded.day returning name`.execute(
        tx,
      );
      if (rows.length > 0) await remind(tx);
    }),
});
