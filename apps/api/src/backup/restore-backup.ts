import { chown, existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { connected } from "../core/connected.ts";
import { type Account, serverAccount } from "../core/postgres/account.ts";
import { serverHome } from "../core/postgres/home.ts";
import { startPostgres } from "../core/postgres/launcher.ts";
import { runningServer } from "../core/postgres/postmaster.ts";
import { type Settings, SettingsError } from "../core/settings.ts";
import { restoreDump, stateOf } from "./dump.ts";
import { type Manifest, backupsIn, half, verified } from "./manifest.ts";
import { inTenths } from "./take-backup.ts";
import { copyFile, forEachFile } from "./tree.ts";

export interface RestoreOptions {
  /** A backup, or the folder of several: then the newest. */
  from: string;
  /** Folder that `--keys` of the backup made; left out: the keys that are there stay. */
  keys?: string;
  /** Whether what is there is set aside. */
  force: boolean;
}

/**
 * Puts a backup back: into an empty data folder, or with `force` in place of what is there, which is set aside and not removed. Nothing is touched
 * before every file of the backup has been compared with what it was.
 * @throws SettingsError when the backup is not whole, the server runs, or there is something and no `force`
 */
export async function restoreBackup(
  settings: Settings,
  options: RestoreOptions,
  tell: (line: string) => void,
): Promise<void> {
  const folder = await chosen(options.from);
  tell(`restoring ${folder}`);
  const manifest = await verified(folder, inTenths("comparing", tell));
  const isDump = manifest.database === "dump";
  if (isDump !== (settings.databaseUrl !== undefined))
    throw new SettingsError(
      isDump
        ? "this backup is of a database of your own: set DATABASE_URL"
        : "this backup is of the embedded database: start without DATABASE_URL",
    );
  await (settings.databaseUrl
    ? putDump(settings.databaseUrl, folder, options, settings, manifest)
    : putCluster(settings, folder, options, manifest, tell));
  if (options.keys) await putKeys(settings, options.keys);
  else if (!settings.fieldKey && !existsSync(join(settings.dataDir, "keys/field")))
    tell("there are no keys yet: put those of that time back before the server starts");
  tell(`restored: everything is as it was at ${manifest.time}`);
}

async function chosen(from: string): Promise<string> {
  const names = await backupsIn(from);
  const last = names.at(-1);
  return last ? join(from, last) : from;
}

async function putDump(
  url: string,
  folder: string,
  { force }: RestoreOptions,
  settings: Settings,
  manifest: Manifest,
): Promise<void> {
  const { isEmpty, isUsed } = await stateOf(url);
  if (isUsed) throw new SettingsError("somebody is connected to the database; stop all servers first");
  if (!isEmpty && !force) throw new SettingsError("the database has tables; --force replaces them");
  await mustBeFree([join(settings.dataDir, "files")], force);
  await restoreDump(url, join(folder, "database.dump"), !isEmpty);
  await putFiles(settings, folder, manifest, setAside(settings));
}

async function putCluster(
  settings: Settings,
  folder: string,
  { force }: RestoreOptions,
  manifest: Manifest,
  tell: (line: string) => void,
): Promise<void> {
  const home = await serverHome(settings.dataDir, serverAccount);
  const cluster = join(home, "cluster");
  if (runningServer(cluster)) throw new SettingsError("the database is running; stop the server first");
  await mustBeFree([cluster, join(settings.dataDir, "files")], force);
  const account = serverAccount(cluster);
  const aside = setAside(settings);
  const fresh = join(home, `cluster.restore${half}`);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await copyBack(folder, "database/cluster", fresh, manifest);
  await own(fresh, manifest, account);
  await replace(fresh, cluster, aside("cluster"));
  await copyFile(join(folder, "database/credentials.json"), join(home, "credentials.json"));
  await putFiles(settings, folder, manifest, aside);
  await recover(settings, tell);
}

/** The first start reads the log up to the end of the backup; better now than when somebody waits for it. */
async function recover(settings: Settings, tell: (line: string) => void): Promise<void> {
  tell("bringing the database to the end of the backup");
  const database = await startPostgres(settings.dataDir, tell);
  try {
    const { rows } = await connected(database.url, (client) =>
      client.query<{ last: string }>("select max(name) as last from schema_migration"),
    );
    tell(`the database is at ${rows[0]?.last}`);
  } finally {
    await database.stop();
  }
}

async function putFiles(
  settings: Settings,
  folder: string,
  manifest: Manifest,
  aside: (name: string) => string,
): Promise<void> {
  const fresh = join(settings.dataDir, `files.restore${half}`);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  await copyBack(folder, "files", fresh, manifest);
  await replace(fresh, join(settings.dataDir, "files"), aside("files"));
}

async function copyBack(folder: string, part: string, to: string, { entries, folders }: Manifest): Promise<void> {
  const inside = (path: string) => path.startsWith(`${part}/`);
  const within = (path: string) => join(to, path.slice(part.length + 1));
  for (const path of folders.filter(inside)) await mkdir(within(path), { recursive: true, mode: 0o700 });
  await forEachFile(
    entries.map(({ path }) => path).filter(inside),
    async (path) => void (await copyFile(join(folder, path), within(path))),
  );
}

/** PostgreSQL starts only on files of its own account. */
async function own(folder: string, { entries, folders }: Manifest, account: Account | undefined): Promise<void> {
  if (!account) return;
  const part = "database/cluster/";
  const give = (path: string) => promisify(chown)(path, account.uid, account.gid);
  const paths = [...folders, ...entries.map(({ path }) => path)]
    .filter((path) => path.startsWith(part))
    .map((path) => path.slice(part.length));
  // Folders that only files name were made with them.
  const above = new Set(paths.flatMap((path) => (path.includes("/") ? [dirname(path)] : [])));
  for (const path of new Set([...paths, ...above])) await give(join(folder, path));
  await give(folder);
}

async function replace(fresh: string, place: string, aside: string): Promise<void> {
  if (existsSync(place)) {
    await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
    await rename(place, aside);
  }
  await rename(fresh, place);
}

/** Where what was there goes: a folder of this restore beside it. */
function setAside({ dataDir }: Settings): (name: string) => string {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  return (name) => join(dataDir, `replaced-${stamp}`, name);
}

async function mustBeFree(folders: readonly string[], force: boolean): Promise<void> {
  const taken = folders.find((folder) => existsSync(folder) && readdirSync(folder).length > 0);
  if (taken && !force)
    throw new SettingsError(`there is something in ${taken}; --force sets it aside and restores in its place`);
}

async function putKeys(settings: Settings, from: string): Promise<void> {
  const folder = existsSync(join(from, "field")) ? from : join(from, newestOf(from));
  if (!existsSync(join(folder, "field"))) throw new SettingsError(`there are no keys in ${from}`);
  for (const name of readdirSync(folder)) await copyFile(join(folder, name), join(settings.keysDir, name));
}

const newestOf = (folder: string): string =>
  existsSync(folder)
    ? (readdirSync(folder)
        .filter((name) => name.startsWith("jipei-"))
        .sort()
        .at(-1) ?? "")
    : "";
