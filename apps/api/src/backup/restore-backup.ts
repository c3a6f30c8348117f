import { chown, existsSync, readdirSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { connected } from "../core/database/connected.ts";
import { type Account, serverAccount } from "../core/postgres/account.ts";
import { serverHome } from "../core/postgres/home.ts";
import { startPostgres } from "../core/postgres/launcher.ts";
import { runningServer } from "../core/postgres/postmaster.ts";
import { type Settings, SettingsError } from "../core/foundation/settings.ts";
import { restoreDump, getState } from "./dump.ts";
import { type Manifest, findBackups, unfinishedSuffix, verifyBackup } from "./manifest.ts";
import { inTenths } from "./take-backup.ts";
import { copyFile, forEachFile, isSetAside, setAsidePrefix } from "./tree.ts";

export interface RestoreOptions {
  /** A backup, or a folder of several, of which the newest is taken. */
  from: string;
  /** Folder that `--keys` of the backup wrote; without it the present keys stay. */
  keys?: string;
  /** Whether an existing database and its files are moved aside. */
  force: boolean;
}

/**
 * Restores a backup into an empty data folder, or with `force` in place of what is there, which is moved aside and not removed. Nothing is touched
 * before every file of the backup has been compared with its manifest.
 * @throws SettingsError when the backup is damaged, the server runs, or data exists and `force` is not given
 */
export async function restoreBackup(
  settings: Settings,
  options: RestoreOptions,
  report: (line: string) => void,
): Promise<void> {
  const keys = options.keys && findKeys(options.keys);
  const folder = await chosen(options.from);
  report(`restoring ${folder}`);
  const manifest = await verifyBackup(folder, inTenths("comparing", report));
  const isDump = manifest.database === "dump";
  if (isDump !== (settings.databaseUrl !== undefined))
    throw new SettingsError(
      isDump
        ? "this backup is of a database of your own: set DATABASE_URL"
        : "this backup is of the embedded database: start without DATABASE_URL",
    );
  await (settings.databaseUrl
    ? putDump(settings.databaseUrl, folder, options, settings, manifest)
    : putCluster(settings, folder, options, manifest, report));
  if (keys) for (const name of readdirSync(keys)) await copyFile(join(keys, name), join(settings.keysDir, name));
  else if (!settings.fieldKey && !existsSync(join(settings.keysDir, "field")))
    report("there are no keys yet: put those of that time back before the server starts");
  report(`restored: everything is as it was at ${manifest.time}`);
}

async function chosen(from: string): Promise<string> {
  const names = await findBackups(from);
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
  const { isEmpty, isUsed } = await getState(url);
  if (isUsed) throw new SettingsError("somebody is connected to the database; stop all servers first");
  if (!isEmpty && !force) throw new SettingsError("the database has tables; --force replaces them");
  const files = join(settings.dataDir, "files");
  await assertFree([files], force);
  const swap = await prepareFiles(files, folder, manifest);
  await restoreDump(url, join(folder, "database.dump"), !isEmpty);
  await swap();
}

async function putCluster(
  settings: Settings,
  folder: string,
  { force }: RestoreOptions,
  manifest: Manifest,
  report: (line: string) => void,
): Promise<void> {
  const home = await serverHome(settings.dataDir, serverAccount);
  const cluster = join(home, "cluster");
  if (runningServer(cluster)) throw new SettingsError("the database is running; stop the server first");
  const files = join(settings.dataDir, "files");
  await assertFree([cluster, files], force);
  const account = serverAccount(cluster);
  const fresh = join(home, `cluster.restore${unfinishedSuffix}`);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await copyBack(folder, "database/cluster", fresh, manifest);
  await own(fresh, manifest, account);
  const swap = await prepareFiles(files, folder, manifest);
  if (existsSync(cluster)) await rename(cluster, join(home, `cluster${newAside()}`));
  await rename(fresh, cluster);
  await copyFile(join(folder, "database/credentials.json"), join(home, "credentials.json"));
  await swap();
  await recover(settings, report);
}

/** The first start of a restored database replays its log. This does it now, so that nobody waits for it later. */
async function recover(settings: Settings, report: (line: string) => void): Promise<void> {
  report("bringing the database to the end of the backup");
  const database = await startPostgres(settings.dataDir, report);
  try {
    const { rows } = await connected(database.url, (client) =>
      client.query<{ last: string }>("select max(name) as last from schema_migration"),
    );
    report(`the database is at ${rows[0]?.last}`);
  } finally {
    await database.stop();
  }
}

/**
 * Copies the files of a backup beside those that are there, before the database is touched: what can fail, such as a full disk, fails then. All
 * of it happens within the folder, which may be a mount or a link: what is in it changes places, never the folder itself.
 * @returns what puts them in place
 */
async function prepareFiles(files: string, folder: string, manifest: Manifest): Promise<() => Promise<void>> {
  const fresh = join(files, `.restore${unfinishedSuffix}`);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  await copyBack(folder, "files", fresh, manifest);
  return async () => {
    const aside = join(files, newAside());
    const present = (await readdir(files)).filter(isContent);
    if (present.length > 0) await mkdir(aside, { mode: 0o700 });
    for (const name of present) await rename(join(files, name), join(aside, name));
    for (const name of await readdir(fresh)) await rename(join(fresh, name), join(files, name));
    await rm(fresh, { recursive: true });
  };
}

/** Whether a name in a data folder is neither what a restore set aside nor what one that broke off left. */
const isContent = (name: string) => !isSetAside(name) && !name.endsWith(unfinishedSuffix);

async function copyBack(folder: string, part: string, to: string, { entries, folders }: Manifest): Promise<void> {
  const inside = (path: string) => path.startsWith(`${part}/`);
  const within = (path: string) => join(to, path.slice(part.length + 1));
  for (const path of folders.filter(inside)) await mkdir(within(path), { recursive: true, mode: 0o700 });
  await forEachFile(
    entries.map(({ path }) => path).filter(inside),
    async (path) => void (await copyFile(join(folder, path), within(path))),
  );
}

/** Changes the owner of the files, since PostgreSQL starts only on files of its own account. */
async function own(folder: string, { entries, folders }: Manifest, account: Account | undefined): Promise<void> {
  if (!account) return;
  const part = "database/cluster/";
  const give = (path: string) => promisify(chown)(path, account.uid, account.gid);
  const paths = [...folders, ...entries.map(({ path }) => path)]
    .filter((path) => path.startsWith(part))
    .map((path) => path.slice(part.length));
  // Folders that the manifest names only as part of a file's path were created with the file.
  const above = new Set(paths.flatMap((path) => (path.includes("/") ? [dirname(path)] : [])));
  for (const path of new Set([...paths, ...above])) await give(join(folder, path));
  await give(folder);
}

/** The end of the name under which existing data stays beside what replaces it. */
const newAside = () => `${setAsidePrefix}${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}`;

async function assertFree(folders: readonly string[], force: boolean): Promise<void> {
  const taken = folders.find((folder) => existsSync(folder) && readdirSync(folder).some(isContent));
  if (taken && !force)
    throw new SettingsError(`there is something in ${taken}; --force sets it aside and restores in its place`);
}

/** The folder of keys, or the newest of several. @throws SettingsError where there are none */
function findKeys(from: string): string {
  const folder = existsSync(join(from, "field")) ? from : join(from, getNewest(from));
  if (!existsSync(join(folder, "field"))) throw new SettingsError(`there are no keys in ${from}`);
  return folder;
}

const getNewest = (folder: string): string =>
  existsSync(folder)
    ? (readdirSync(folder)
        .filter((name) => name.startsWith("jipei-"))
        .sort()
        .at(-1) ?? "")
    : "";
