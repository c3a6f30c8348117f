import { sql } from "kysely";

/** Whether a backup was ever made, as a condition. */
export const wasBackedUp = sql`exists (select from backup_run)`;
