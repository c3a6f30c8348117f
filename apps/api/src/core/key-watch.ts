import { randomUUID } from "node:crypto";
import type pg from "pg";
import { isGiven, type KeyName, keyNames, type Keys, readKeyFile, useVersions } from "./keys.ts";
import type { Services } from "./services.ts";
import type { Settings } from "./settings.ts";

/** Milliseconds between two looks. */
const every = 1_000;
/** Seconds after which a node that has not looked counts as gone. */
export const goneAfter = 15;

/**
 * Keeps the keys of a running node up to date: reads the key files again, tells the database which versions it knows and uses, and uses those
 * that the database says. While the database or the files are away, everything stays as it is.
 * @returns ends it
 */
export function watchKeys(pool: pg.Pool, keys: Keys, settings: Settings, log: Services["log"]): () => Promise<void> {
  const node = randomUUID();
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
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
  const lookSafely = () =>
    (looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, "keys could not be looked at"))
      .finally(() => (looking = undefined)));
  const timer = setInterval(() => void lookSafely(), every);
  void lookSafely();
  return async () => {
    clearInterval(timer);
    await looking;
    await pool.query("delete from key_node where node = $1", [node]).catch(() => undefined);
  };
}
