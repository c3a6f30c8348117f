import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { goneAfter } from "./key-watch.ts";
import {
  isGiven,
  storeHashKey,
  type KeyName,
  type Keys,
  newKey,
  readKeyFile,
  useVersions,
  writeKeyFile,
} from "./keys.ts";
import { holdsVersion, reencrypt } from "./reencrypt.ts";
import type { Services } from "../foundation/services.ts";
import { type Settings, SettingsError } from "../foundation/settings.ts";
import { getTenantSchemas } from "../foundation/tenants.ts";

/** Milliseconds within which all nodes must have taken up a version. */
const patience = 60_000;

/** Number of the advisory lock; nothing else uses it. */
const lockKey = 707_431_262;

/** Runs work under a lock, so that two rotations at once cannot overwrite each other's key files. @throws SettingsError when it is taken */
async function withRotationLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [lockKey]);
    if (!rows[0]?.got) throw new SettingsError("somebody else is rotating a key");
    try {
      return await work();
    } finally {
      await client.query("select pg_advisory_unlock($1)", [lockKey]);
    }
  } finally {
    client.release();
  }
}

interface KeyNode {
  node: string;
  known: Record<KeyName, number[]>;
  used: Record<KeyName, number>;
}

/** The nodes that are running. */
async function getNodes(pool: pg.Pool): Promise<KeyNode[]> {
  const { rows } = await pool.query<KeyNode>(
    "select node, known, used from key_node where seen_time > now() - make_interval(secs => $1)",
    [goneAfter],
  );
  return rows;
}

/** Waits until all running nodes meet a condition. @throws SettingsError saying how many nodes do not */
async function waitForNodes(pool: pg.Pool, what: string, does: (node: KeyNode) => boolean): Promise<void> {
  for (const end = Date.now() + patience; ; await sleep(500)) {
    const late = (await getNodes(pool)).filter((node) => !does(node));
    if (late.length === 0) return;
    if (Date.now() > end)
      throw new SettingsError(
        `running nodes that do not ${what}: ${late.length}. Give the new version to all of them (the variable, or the folder of the keys), and run this again`,
      );
  }
}

/** The next version of a key; creates it where it does not exist yet. @throws SettingsError when only the operator can add it */
async function nextVersion({ settings, keys }: Pick<Services, "settings" | "keys">, name: KeyName): Promise<number> {
  const { current } = keys[name];
  const newer = () => keys[name].known.filter((version) => version > current);
  // An interrupted rotation has left its version behind.
  if (newer().length > 0) return Math.max(...newer());
  if (isGiven(settings, name))
    throw new SettingsError(
      `the key comes from the environment: append ,${current + 1}:<64 hexadecimal digits> to the variable on every node, restart them one after another, and run this again`,
    );
  const versions = await readKeyFile(settings, name);
  const version = Math.max(...versions.keys()) + 1;
  await writeKeyFile(settings, name, new Map([...versions, [version, newKey(name)]]));
  return version;
}

/**
 * Puts a new version of a key in use on all running nodes, without a restart: first all nodes learn it, then the database declares it in use.
 * Data made with the former version stays valid until that version is removed. May be interrupted and run again.
 * @returns the new version
 * @throws SettingsError when the version before the one in use was not removed, or nodes do not follow
 */
export const rotate = (app: Services, name: KeyName): Promise<number> =>
  withRotationLock(app.pool, () => rotateLocked(app, name));

async function rotateLocked(app: Services, name: KeyName): Promise<number> {
  const { pool, keys, settings } = app;
  await useVersions(pool, keys);
  if (keys[name].former !== null)
    throw new SettingsError(
      `version ${keys[name].former} is still accepted; remove it first: npm run keys -- remove ${name} ${keys[name].former}`,
    );
  if (name === "field" && !isGiven(settings, name)) await storeHashKey(settings, keys.hashKey);
  const version = await nextVersion(app, name);
  await waitForNodes(pool, `know version ${version} of the key`, ({ known }) => known[name].includes(version));
  await pool.query(
    "update key_version set former = current, current = $2, change_time = now() where name = $1 and current <> $2",
    [name, version],
  );
  await waitForNodes(pool, `use version ${version} of the key`, ({ used }) => used[name] === version);
  await reload(settings, keys, name);
  await useVersions(pool, keys);
  return version;
}

async function reload(settings: Settings, keys: Keys, name: KeyName): Promise<void> {
  if (!isGiven(settings, name)) keys[name].replace(await readKeyFile(settings, name));
}

/** The installation's schema, which is the pool's own, and those of all its tenants: their data lies under the same field key. */
const getSchemas = async (pool: pg.Pool): Promise<(string | undefined)[]> => [
  undefined,
  ...(await getTenantSchemas(pool, { empty: false })),
];

/** Encrypts all data again with the version in use. Waits while another process is doing it. */
export async function reencryptAll(app: Services, report: (done: number, total: number) => void): Promise<void> {
  for (const schema of await getSchemas(app.pool)) while (!(await reencrypt(app, report, schema))) await sleep(1_000);
}

/** SQL over `key_version`: the time when everything that was made with the former version of a key has expired. */
const expiresAt: Readonly<Record<Exclude<KeyName, "field">, string>> = {
  token: `change_time + make_interval(secs => greatest(coalesce((select max(refresh_token_validity) from client where is_deleted = 0), 0), coalesce((select max(access_token_validity) from client where is_deleted = 0), 0)))`,
  sm2: `change_time + interval '1 day'`,
};

/**
 * Removes the former version of a key from all nodes.
 * @throws SettingsError while some data still needs it
 */
export const removeVersion = (app: Services, name: KeyName, version: number): Promise<void> =>
  withRotationLock(app.pool, () => removeLocked(app, name, version));

async function removeLocked(app: Services, name: KeyName, version: number): Promise<void> {
  const { pool, keys, settings } = app;
  await useVersions(pool, keys);
  if (keys[name].former !== version)
    throw new SettingsError(`version ${version} is not the one before the version in use (${keys[name].current})`);
  if (name === "field") await assertUnused(app, version);
  else {
    const { rows } = await pool.query<{ end: string; over: boolean }>(
      `select (${expiresAt[name]})::text as end, ${expiresAt[name]} < now() as over from key_version where name = $1`,
      [name],
    );
    if (!rows[0]?.over)
      throw new SettingsError(`what version ${version} made counts until ${rows[0]?.end}; remove it afterwards`);
  }
  if (!isGiven(settings, name)) {
    const versions = new Map(await readKeyFile(settings, name));
    versions.delete(version);
    await writeKeyFile(settings, name, versions);
    await waitForNodes(pool, `give up version ${version} of the key`, ({ known }) => !known[name].includes(version));
    await reload(settings, keys, name);
  }
  await pool.query("update key_version set former = null where name = $1", [name]);
  await useVersions(pool, keys);
}

/** Checks that no data needs a version: a transaction that began before the rotation may have used it after the last round. @throws SettingsError */
async function assertUnused({ pool }: Services, version: number): Promise<void> {
  for (const schema of await getSchemas(pool)) {
    if (!(await holdsVersion(pool, version, schema))) continue;
    await pool.query(`delete from ${schema ? `${schema}.` : ""}reencryption`);
    throw new SettingsError(`some values lie under version ${version} still; run: npm run keys -- continue`);
  }
}
