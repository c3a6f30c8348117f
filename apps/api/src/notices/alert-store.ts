import { sql } from "kysely";
import type { AlertStore } from "../core/foundation/monitoring/alerts.ts";
import type { Db } from "../core/database/db.ts";
import { notify } from "./notices.queries.ts";

/** An alert that recurs within this time is the same occasion, and is not reported again. */
const sameOccasion = sql`interval '1 hour'`;

/** Sends system administrators a message of an alert, in the transaction that records that it was sent. */
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
