import { sql } from "kysely";
import type { Finding } from "../core/foundation/monitoring/alerts.ts";
import type { Db } from "../core/database/db.ts";
import { getParameters } from "../settings/settings.queries.ts";

/** Seconds between two checks of the age of the last backup. */
export const checkInterval = 3600;

/**
 * Reports a last backup that is older than the parameter `backup.alert.days`; where there is none, the age of the installation counts.
 * 0 switches the check off, for those who back up by other means.
 */
export async function findOldBackup(db: Db): Promise<Finding | null> {
  const { "backup.alert.days": days } = await getParameters(db, ["backup.alert.days"]);
  if (days === 0) return null;
  const { rows } = await sql<{ last: string | null; isOld: boolean }>`select max(end_time) as last,
    coalesce(max(end_time), (select min(applied_at) from schema_migration)) < now() - make_interval(days => ${days}) as is_old from backup_run`.execute(
    db,
  );
  const { last = null, isOld = false } = rows[0] ?? {};
  if (!isOld) return null;
  return {
    title: { zh: "备份已过期", en: "The backup is overdue" },
    text: {
      zh: `${last ? `最近一次备份于${last}` : "尚无备份"}，超过${days}天。请运行 npm run backup，或在参数 backup.alert.days 中调整。`,
      en: `${last ? `The last backup is of ${last}` : "There is no backup"}, more than ${days} days ago. Run npm run backup, or change the parameter backup.alert.days.`,
    },
  };
}
