import { sql } from "kysely";
import type { Finding } from "../core/alerts.ts";
import type { Db } from "../core/db.ts";
import { parametersOf } from "../settings/settings.queries.ts";

/** Seconds between two looks at the age of the last backup. */
export const lookEvery = 3600;

/** Whether the last backup, or the installation that has none, is older than the parameter `backup.alert.days` allows; 0 there: whoever runs it backs up by other means. */
export async function oldBackup(db: Db): Promise<Finding | null> {
  const { "backup.alert.days": days } = await parametersOf(db, ["backup.alert.days"]);
  if (days === 0) return null;
  const { rows } = await sql<{ last: string | null; isOld: boolean }>`select max(end_time) as last,
    coalesce(max(end_time), (select min(applied_at) from schema_migration)) < now() - make_interval(days => ${days}) as is_old from backup_run`.execute(
    db,
  );
  const { last = null, isOld = false } = rows[0] ?? {};
  if (!isOld) return null;
  return {
    title: { zh: "备份已过期", en: "The last backup is old" },
    text: {
      zh: `${last ? `最近一次备份于${last}` : "尚无备份"}，超过${days}天。请运行 npm run backup，或在参数 backup.alert.days 中调整。`,
      en: `${last ? `The last backup is of ${last}` : "There is no backup"}, more than ${days} day(s) ago. Run npm run backup, or change the parameter backup.alert.days.`,
    },
  };
}
