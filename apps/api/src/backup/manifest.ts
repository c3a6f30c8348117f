import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SettingsError } from "../core/foundation/settings.ts";
import { type Entry, forEachFile, measured, buildTree } from "./tree.ts";

/** Describes a backup. It is written last, so an interrupted backup has none. */
export interface Manifest {
  format: 1;
  name: string;
  /** The moment whose state of the database the backup holds, ISO 8601. */
  time: string;
  /** `cluster`: the files of the embedded database; `dump`: a dump of another one. */
  database: "cluster" | "dump";
  entries: Entry[];
  /** Folders below the backup, empty ones too. */
  folders: string[];
}

const [manifestFile, digestFile] = ["manifest.json", "manifest.sha256"];
/** Suffix of folders that are not yet a backup, or no longer one. */
export const unfinishedSuffix = ".half";
const namePattern = /^jipei-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?$/;

export const getSize = ({ entries }: Manifest): number => entries.reduce((sum, { size }) => sum + size, 0);

/** Finishes a backup: writes its manifest, then gives the folder its final name. */
export async function finishBackup(folder: string, name: string, manifest: Manifest): Promise<void> {
  const unfinished = join(folder, name + unfinishedSuffix);
  const text = JSON.stringify(manifest, null, 1);
  await writeFile(join(unfinished, manifestFile), text, { mode: 0o600, flush: true });
  await writeFile(join(unfinished, digestFile), sha256(text), { mode: 0o600, flush: true });
  await rename(unfinished, join(folder, name));
  await syncFolder(folder);
}

/** A new name is on the disk only once its folder has been flushed. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Names of the backups in a folder, oldest first. */
export async function findBackups(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder))
    .filter((name) => namePattern.test(name) && existsSync(join(folder, name, digestFile)))
    .sort();
}

/** Removes interrupted backups and all but the newest ones. A folder is renamed before it is removed, so that a partly removed one does not count as a backup. */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  for (const name of (await findBackups(folder)).slice(0, -keep))
    await rename(join(folder, name), join(folder, name + unfinishedSuffix));
  for (const name of await readdir(folder))
    if (name.startsWith("jipei-") && name.endsWith(unfinishedSuffix))
      await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * Reads a backup and compares every file with the size and digest in its manifest.
 * @param folder the folder of this backup
 * @param report receives the progress, 0 to 1
 * @throws SettingsError naming the first file that is missing, was changed or does not belong there
 */
export async function verifyBackup(folder: string, report: (share: number) => void): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const known = new Map(manifest.entries.map((entry) => [entry.path, entry]));
  const { files } = await buildTree(folder, (path) => path === manifestFile || path === digestFile);
  const foreign = files.find((file) => !known.has(file));
  if (foreign) throw new SettingsError(`${foreign} does not belong to the backup ${folder}`);
  const missing = manifest.entries.find(({ path }) => !existsSync(join(folder, path)));
  if (missing) throw new SettingsError(`${missing.path} is missing in the backup ${folder}`);
  const [whole, done] = [getSize(manifest), { bytes: 0 }];
  await forEachFile(files, async (file) => {
    const [is, was] = [await measured(join(folder, file)), known.get(file)];
    if (is.size !== was?.size || is.sha256 !== was.sha256)
      throw new SettingsError(`${file} in the backup ${folder} is not what it was; take another backup`);
    report((done.bytes += is.size) / whole);
  });
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  const read = (name: string) => readFile(join(folder, name), "utf8").catch(() => null);
  const [text, digest] = [await read(manifestFile), await read(digestFile)];
  if (text === null || digest === null) throw new SettingsError(`${folder} is no backup, or one that broke off`);
  if (sha256(text) !== digest.trim())
    throw new SettingsError(`the manifest of ${folder} is not what it was; take another backup`);
  return JSON.parse(text) as Manifest;
}
