import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { connected } from "../core/database/connected.ts";
import { serverAccount } from "../core/postgres/account.ts";
import { currentPort, loadCredentials } from "../core/postgres/cluster.ts";
import { serverHome } from "../core/postgres/home.ts";
import { type Entry, copyFile, forEachFile, measured, buildTree, getTreeSize, ignoreMissing } from "./tree.ts";

/** Not copied: what belongs to the running server, what its start creates again, and what is copied at the end (pg_wal, pg_control). */
const left =
  /^(postmaster\.(pid|opts)|start\.log|current_logfiles|backup_label|global\/pg_control|log\/.*|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*|(.*\/)?(pgsql_tmp.*|pg_internal\.init.*))$/;
const control = "global/pg_control";
const segment = /^[0-9A-F]{24}$/;

/** Bytes that a copy takes, but for its part of the log. */
export const getClusterSize = async (dataDir: string): Promise<number> =>
  getTreeSize(join(await serverHome(dataDir, serverAccount), "cluster"), (path) => left.test(path));

export interface ClusterBackup {
  entries: Entry[];
  folders: string[];
}

/**
 * Copies the embedded database while it runs, by PostgreSQL's low-level backup (its manual, 25.3.4). The files are of different moments; the
 * write-ahead log copied with them brings the restored database to the moment at which the copy ended.
 * @param folder where the copy goes, as `database/…`
 * @param report receives the progress, 0 to 1
 */
export async function backUpCluster(
  dataDir: string,
  folder: string,
  report: (share: number) => void,
): Promise<ClusterBackup> {
  const home = await serverHome(dataDir, serverAccount);
  const cluster = join(home, "cluster");
  const credentials = join(home, "credentials.json");
  const { admin } = await loadCredentials(home);
  const admission = {
    host: "127.0.0.1",
    port: await currentPort(cluster),
    user: "postgres",
    password: admin,
    database: "postgres",
    application_name: "jipei-backup",
  };
  return connected(admission, async (client) => {
    const entries: Entry[] = [];
    const copy = async (path: string) => {
      const copied = await copyFile(join(cluster, path), join(folder, "database/cluster", path)).catch(
        ignoreMissing(null),
      );
      if (copied) entries.push({ path: `database/cluster/${path}`, ...copied });
    };
    // PostgreSQL keeps the log from here on until this session ends.
    await client.query("select pg_create_physical_replication_slot($1, true, true)", [`jipei_backup_${process.pid}`]);
    await client.query("select pg_backup_start($1, fast => true)", ["jipei"]);
    const { files, folders } = await buildTree(cluster, (path) => left.test(path));
    let done = 0;
    await forEachFile(files, async (file) => {
      await copy(file);
      report(++done / files.length);
    });
    await copy(control);
    const { label, first, last } = await stop(client);
    const log = (await readdir(join(cluster, "pg_wal"))).filter(
      (name) => name.endsWith(".history") || (segment.test(name) && name >= first && name <= last),
    );
    for (const name of log) await copy(`pg_wal/${name}`);
    const labelPath = "database/cluster/backup_label";
    await writeFile(join(folder, labelPath), label, { mode: 0o600, flush: true });
    entries.push({ path: labelPath, ...(await measured(join(folder, labelPath))) });
    // The database passwords in this file are those of the copied cluster.
    if (existsSync(credentials))
      entries.push({
        path: "database/credentials.json",
        ...(await copyFile(credentials, join(folder, "database/credentials.json"))),
      });
    return { entries, folders: folders.map((path) => `database/cluster/${path}`) };
  });
}

interface Stopped {
  label: string;
  /** Names of the first and the last log segment that belong to the copy. */
  first: string;
  last: string;
}

async function stop(client: pg.Client): Promise<Stopped> {
  const { rows } = await client.query<{ label: string; last: string }>(
    "select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)",
  );
  const { label = "", last = "" } = rows[0] ?? {};
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1];
  if (!first) throw new Error(`the backup label is not understood: ${label}`);
  return { label, first, last };
}
