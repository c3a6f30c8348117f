import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { SettingsError } from "../foundation/settings.ts";

/** The user that PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account for the server: undefined (our own) for a normal user. PostgreSQL refuses to run as root; then it is the owner of
 * the cluster where there is one, otherwise the user `postgres` or `nobody`.
 */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = statSync(cluster, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new SettingsError(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody"; start as a normal user or set DATABASE_URL',
  );
}

/** Whether the account may enter the folder and every folder above it. */
export function canEnter(folder: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(folder);
  if ((mode & getEntryBit()) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(parent, account);

  function getEntryBit(): number {
    if (uid === account.uid) return 0o100;
    return gid === account.gid ? 0o010 : 0o001;
  }
}
