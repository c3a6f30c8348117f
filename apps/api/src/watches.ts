import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkInterval as backupCheckInterval, findOldBackup } from "./backup/backup-age.ts";
import type { RunningAlerts } from "./core/foundation/monitoring/alerts.ts";
import { wrongClock } from "./core/foundation/monitoring/clock-check.ts";
import type { RemoteClocks } from "./core/foundation/monitoring/remote-clocks.ts";
import { lowDisk } from "./core/storage/disk.ts";
import type { WatchedReplica } from "./core/database/replica/replica-watch.ts";
import type { Services } from "./core/foundation/services.ts";
import { parameter } from "./settings/settings.queries.ts";

/** Seconds between two checks of what changes slowly. */
const every = 30;

interface Watched {
  alerts: RunningAlerts;
  services: Services;
  remoteClocks: RemoteClocks;
  replica: WatchedReplica | null;
  /** Folder of the embedded database, if there is one. */
  home: string | undefined;
}

/** What a running server monitors, so that its administrators are alerted in time. */
export async function watchInstallation({
  alerts,
  services: { db, probePool: pool, settings },
  remoteClocks,
  replica,
  home,
}: Watched): Promise<void> {
  // Each folder may lie on a disk of its own. Where database and files are elsewhere, there may be no folder at all.
  const folders = () =>
    [settings.dataDir, join(settings.dataDir, "files"), ...(home === undefined ? [] : [home])].filter((folder) =>
      existsSync(folder),
    );
  await alerts.watch("disk.low", every, async () => lowDisk(folders(), await parameter(db, "disk.warn.megabytes")));
  // Nobody backs up a demonstration.
  if (!settings.demo) await alerts.watch("backup.old", backupCheckInterval, () => findOldBackup(db));
  if (replica) await alerts.watch("replica.behind", every, async () => replica.finding());
  await alerts.watch("clock.wrong", every, () => wrongClock({ pool, remoteClocks }));
}
