import { existsSync } from "node:fs";
import { join } from "node:path";
import { lookEvery, oldBackup } from "./backup/backup-age.ts";
import type { RunningAlerts } from "./core/alerts.ts";
import { wrongClock } from "./core/clock-check.ts";
import type { ClockWitnesses } from "./core/clock-witnesses.ts";
import { lowDisk } from "./core/disk.ts";
import type { WatchedReplica } from "./core/replica-watch.ts";
import type { Services } from "./core/services.ts";
import { parameter } from "./settings/settings.queries.ts";

/** Seconds between two looks at what changes slowly. */
const every = 30;

interface Watched {
  alerts: RunningAlerts;
  services: Services;
  witnesses: ClockWitnesses;
  replica: WatchedReplica | null;
  /** Folder of the embedded database, if there is one. */
  home: string | undefined;
}

/** What a running server watches over, to tell its administrators in time. */
export async function watchInstallation({
  alerts,
  services: { db, probePool: pool, settings },
  witnesses,
  replica,
  home,
}: Watched): Promise<void> {
  // Each may lie on a disk of its own; where everything is elsewhere, there may be none of them.
  const folders = () =>
    [settings.dataDir, join(settings.dataDir, "files"), ...(home === undefined ? [] : [home])].filter((folder) =>
      existsSync(folder),
    );
  await alerts.watch("disk.low", every, async () => lowDisk(folders(), await parameter(db, "disk.warn.megabytes")));
  // Those of a demonstration nobody backs up.
  if (!settings.demo) await alerts.watch("backup.old", lookEvery, () => oldBackup(db));
  if (replica) await alerts.watch("replica.behind", every, async () => replica.finding());
  await alerts.watch("clock.wrong", every, () => wrongClock({ pool, witnesses }));
}
