import { sql } from "kysely";
import type { AlertStore } from "../core/alerts.ts";
import type { Db } from "../core/db.ts";
import { notify } from "./notices.queries.ts";

/** A condition that comes back within this time is still the same occasion, of which everybody has been told. */
const sameOccasion = sql`interval '1 hour'`;

/** Tells the system administrators of an alert by a message, in the transaction that writes down that it was told. */
export const alertStore = (db: Db): AlertStore => ({
  begin: (key, node, { title, text }) =>
    db.transaction().execute(async (tx) => {
      const begun = await sql`insert into operational_alert as a (alert_key, node) values (${key}, ${node})
        on conflict (alert_key, node) do update set begin_time = now(), end_time = null where a.end_time < now() - ${sameOccasion} returning 1`.execute(
        tx,
      );
      if (begun.rows.length > 0) return notify(tx, { to: { role: "sysAdmin" }, title, text });
      await sql`update operational_alert set end_time = null where alert_key = ${key} and node = ${node} and end_time is not null`.execute(
        tx,
      );
    }),
  async end(key, node) {
    await sql`update operational_alert set end_time = now() where alert_key = ${key} and node = ${node} and end_time is null`.execute(
      db,
    );
  },
});
