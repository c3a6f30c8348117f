import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SettingsError } from "../core/settings.ts";
import { type Entry, forEachFile, measured, treeOf } from "./tree.ts";

/** What a backup says of itself. It is written last, so a backup that broke off has none. */
export interface Manifest {
  format: 1;
  name: string;
  /** When the database was as it is in the backup, ISO 8601. */
  time: string;
  /** The files of the embedded database, or a dump of another. */
  database: "cluster" | "dump";
  entries: Entry[];
  /** Folders below the backup, empty ones too. */
  folders: string[];
}

const [manifestFile, digestFile] = ["manifest.json", "manifest.sha256"];
/** Ends the names of folders that are no backups yet, or no longer. */
export const half = ".half";
const namePattern = /^jipei-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?$/;

export const sizeOf = ({ entries }: Manifest): number => entries.reduce((sum, { size }) => sum + size, 0);

/** Finishes a backup: its manifest, and then its name. */
export async function seal(folder: string, name: string, manifest: Manifest): Promise<void> {
  const unsealed = join(folder, name + half);
  const text = JSON.stringify(manifest, null, 1);
  await writeFile(join(unsealed, manifestFile), text, { mode: 0o600, flush: true });
  await writeFile(join(unsealed, digestFile), sha256(text), { mode: 0o600, flush: true });
  await rename(unsealed, join(folder, name));
  await syncFolder(folder);
}

/** The new name is on the disk only with its folder. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Names of the backups in a folder, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder))
    .filter((name) => namePattern.test(name) && existsSync(join(folder, name, digestFile)))
    .sort();
}

/** Removes what broke off, and all backups but the newest. What is being removed loses its name first. */
export async function tidy(folder: string, keep: number): Promise<void> {
  for (const name of (await backupsIn(folder)).slice(0, -keep))
    await rename(join(folder, name), join(folder, name + half));
  for (const name of await readdir(folder))
    if (name.startsWith("jipei-") && name.endsWith(half))
      await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * Reads a backup and compares every file with what it was.
 * @param folder of the backup itself
 * @param tell hears how far it is, of one
 * @throws SettingsError naming the first file that is missing, was changed or does not belong there
 */
export async function verified(folder: string, tell: (share: number) => void): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const known = new Map(manifest.entries.map((entry) => [entry.path, entry]));
  const { files } = await treeOf(folder, (path) => path === manifestFile || path === digestFile);
  const foreign = files.find((file) => !known.has(file));
  if (foreign) throw new SettingsError(`${foreign} does not belong to the backup ${folder}`);
  const missing = manifest.entries.find(({ path }) => !existsSync(join(folder, path)));
  if (missing) throw new SettingsError(`${missing.path} is missing in the backup ${folder}`);
  const [whole, done] = [sizeOf(manifest), { bytes: 0 }];
  await forEachFile(files, async (file) => {
    const [is, was] = [await measured(join(folder, file)), known.get(file)];
    if (is.size !== was?.size || is.sha256 !== was.sha256)
      throw new SettingsError(`${file} in the backup ${folder} is not what it was; take another backup`);
    tell((done.bytes += is.size) / whole);
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
