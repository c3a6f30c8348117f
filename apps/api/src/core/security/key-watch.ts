import { randomUUID } from "node:crypto";
import type pg from "pg";
import { isGiven, type KeyName, keyNames, type Keys, readKeyFile, useVersions } from "./keys.ts";
import type { Log } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";

/** Milliseconds between two checks. */
const every = 1_000;
/** Seconds after which a node that has not reported counts as gone. */
export const goneAfter = 15;

/**
 * Keeps the keys of a running node up to date: reads the key files again, takes the versions in use from the database, and reports there which
 * versions this node knows and uses. While the database or the files cannot be read, nothing changes.
 * @returns a function that ends the watch
 */
export function watchKeys(pool: pg.Pool, keys: Keys, settings: Settings, log: Log): () => Promise<void> {
  const node = randomUUID();
  let checking: Promise<void> | undefined;
  const check = async (): Promise<void> => {
    for (const name of keyNames) if (!isGiven(settings, name)) keys[name].replace(await readKeyFile(settings, name));
    await useVersions(pool, keys);
    await pool.query(
      `with gone as (delete from key_node where seen_time < now() - interval '1 hour')
       insert into key_node (node, known, used) values ($1, $2, $3) on conflict (node) do update set known = excluded.known, used = excluded.used, seen_time = now()`,
      [node, JSON.stringify(each(({ known }) => known)), JSON.stringify(each(({ current }) => current))],
    );
  };
  const each = <T>(of: (ring: Keys[KeyName]) => T) =>
    Object.fromEntries(keyNames.map((name) => [name, of(keys[name])]));
  const checkSafely = () =>
    (checking ??= check()
      .catch((error: unknown) => log.warn({ err: error }, "keys could not be looked at"))
      .finally(() => (checking = undefined)));
  const timer = setInterval(() => void checkSafely(), every);
  void checkSafely();
  return async () => {
    clearInterval(timer);
    await checking;
    await pool.query("delete from key_node where node = $1", [node]).catch(() => undefined);
  };
}
