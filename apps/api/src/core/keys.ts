import { createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { sm2 } from "sm-crypto-v2";
import { KeyRing, readVersions, writeVersions } from "./key-ring.ts";
import type { Settings } from "./settings.ts";
import { SettingsError } from "./settings.ts";

/** Keys that can be rotated while the server runs. */
export const keyNames = ["field", "token", "sm2"] as const;
export type KeyName = (typeof keyNames)[number];

export interface Sm2Pair {
  /** Hexadecimal. */
  privateKey: string;
  publicKey: string;
}

export interface Keys {
  /** Signs access tokens. */
  token: KeyRing;
  /** Encrypts personal data at rest. */
  field: KeyRing;
  /** Hashes personal data for search and uniqueness. 32 bytes; it stays the same when the field key is rotated. */
  hashKey: Buffer;
  /** Decrypts passwords and envelopes that browsers send. */
  sm2: KeyRing;
}

export type KeyVersions = ReadonlyMap<number, Buffer>;

const environment: Readonly<Record<KeyName, string>> = {
  field: "FIELD_KEY",
  token: "TOKEN_KEY",
  sm2: "SM2_PRIVATE_KEY",
};
const given = (settings: Settings): Readonly<Record<KeyName, KeyVersions | undefined>> => ({
  field: settings.fieldKey,
  token: settings.tokenKey,
  sm2: settings.sm2PrivateKey,
});
/** Whether a key comes from the environment, where only a restart changes it. */
export const isGiven = (settings: Settings, name: KeyName): boolean => given(settings)[name] !== undefined;

/**
 * The keys from the environment, else from `<keysDir>`, where missing ones are made at the first start.
 * @throws SettingsError in production when one is missing: a key made silently would make stored data unreadable elsewhere
 */
export async function loadKeys(settings: Settings): Promise<Keys> {
  const [token, field, sm2Key] = [
    await ringOf(settings, "token"),
    await ringOf(settings, "field"),
    await ringOf(settings, "sm2"),
  ];
  return { token, field, hashKey: await hashKeyOf(settings, field), sm2: sm2Key };
}

async function ringOf(settings: Settings, name: KeyName): Promise<KeyRing> {
  return new KeyRing(
    given(settings)[name] ?? read(await keep(settings.keysDir, name, () => make(settings, name)), settings, name),
  );
}

function make(settings: Settings, name: KeyName): string {
  if (settings.production)
    throw new SettingsError(
      `${environment[name]} is missing: production makes no keys by itself (${settings.keysDir}/${name} would serve too)`,
    );
  return newKey(name).toString("hex");
}

/** A new version of a key. */
export const newKey = (name: KeyName): Buffer =>
  name === "sm2" ? Buffer.from(sm2.generateKeyPairHex().privateKey.padStart(64, "0"), "hex") : randomBytes(32);

const fileOf = (settings: Settings, name: KeyName) => join(settings.keysDir, name);

function read(text: string, settings: Settings, name: KeyName): KeyVersions {
  const versions = readVersions(text);
  if (!versions) throw new SettingsError(`${fileOf(settings, name)} is not a list of keys`);
  return versions;
}

/** The versions of a key as its file says now. */
export const readKeyFile = async (settings: Settings, name: KeyName): Promise<KeyVersions> =>
  read(await readFile(fileOf(settings, name), "utf8"), settings, name);

/** Writes the versions of a key; another process reads the old file or the new one, never half of it. */
export async function writeKeyFile(settings: Settings, name: KeyName, versions: KeyVersions): Promise<void> {
  const half = `${fileOf(settings, name)}.${randomUUID()}`;
  await writeFile(half, writeVersions(versions), { mode: 0o600, flush: true });
  await rename(half, fileOf(settings, name));
}

const derivedHashKey = (field: Buffer): Buffer => Buffer.from(hkdfSync("sha256", field, "", "jipei field hash", 32));

/** Given, or in its file, or what the first version of the field key makes. */
async function hashKeyOf(settings: Settings, field: KeyRing): Promise<Buffer> {
  const kept =
    settings.hashKey ?? readVersions(await readFile(join(settings.keysDir, "hash"), "utf8").catch(() => ""))?.get(1);
  if (kept) return kept;
  if (field.known.includes(1)) return derivedHashKey(field.keyOf(1));
  throw new SettingsError(
    `HASH_KEY is missing (${settings.keysDir}/hash would serve too): the first version of FIELD_KEY, which it is made of, is not here any more`,
  );
}

/** Keeps the hash key in a file of its own, so that the version of the field key it was made of may go. */
export async function keepHashKey(settings: Settings, hashKey: Buffer): Promise<void> {
  if (!settings.hashKey) await keep(settings.keysDir, "hash", () => hashKey.toString("hex"));
}

/** The password of the demo accounts, the same at each start. */
export async function loadDemoPassword(settings: Settings): Promise<string> {
  if (settings.demoPassword) return settings.demoPassword;
  return keep(settings.keysDir, "demo-password", () => `Jp-${randomBytes(6).toString("hex")}`);
}

/** Reads a secret, or makes it: linking lets one of two starting processes win, and the other read the winner's. */
async function keep(folder: string, name: string, create: () => string): Promise<string> {
  const file = join(folder, name);
  const read = () => readFile(file, "utf8").then((text) => text.trim());
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const value = create();
  const half = `${file}.${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  await writeFile(half, value, { mode: 0o600 });
  await link(half, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(half);
  return read();
}

const pairs = new Map<string, Sm2Pair>();

function pairOf(key: Buffer): Sm2Pair {
  const privateKey = key.toString("hex");
  let pair = pairs.get(privateKey);
  if (!pair) pairs.set(privateKey, (pair = { privateKey, publicKey: sm2.getPublicKeyFromPrivateKey(privateKey) }));
  return pair;
}

/** The pair in use first, then those that are still accepted. */
export function sm2Pairs({ sm2: ring }: Pick<Keys, "sm2">): readonly [Sm2Pair, ...Sm2Pair[]] {
  const [inUse, ...others] = ring.accepted;
  return [pairOf(inUse), ...others.map(pairOf)];
}

const fingerprintOf = (key: Buffer) =>
  createHash("sha256").update("jipei field key").update(key).digest("hex").slice(0, 16);
const fingerprintName = (version: number) => (version === 1 ? "field" : `field.${version}`);

/**
 * Compares the field key with the one that this database was filled with, of which it keeps a fingerprint for each version, and takes over
 * which versions are in use.
 * @throws SettingsError when it is another: what is stored could not be read, and new rows would be mixed with old ones
 */
export async function settleKeys(pool: pg.Pool, keys: Keys): Promise<void> {
  for (const name of keyNames)
    await pool.query("insert into key_version (name, current) values ($1, $2) on conflict do nothing", [
      name,
      keys[name].current,
    ]);
  await useVersions(pool, keys);
  for (const version of keys.field.known) {
    const [name, fingerprint] = [fingerprintName(version), fingerprintOf(keys.field.keyOf(version))];
    await pool.query("insert into key_fingerprint values ($1, $2) on conflict do nothing", [name, fingerprint]);
    const { rows } = await pool.query<{ value: string }>("select value from key_fingerprint where name = $1", [name]);
    if (rows[0]?.value !== fingerprint)
      throw new SettingsError(
        "FIELD_KEY is not the key that this database was filled with; restore it (or DATA_DIR/keys/field)",
      );
  }
}

/** Takes over which versions are in use. @throws SettingsError when one of them is not here */
export async function useVersions(pool: pg.Pool, keys: Keys): Promise<void> {
  const { rows } = await pool.query<{ name: KeyName; current: number; former: number | null }>(
    "select name, current, former from key_version",
  );
  for (const { name, current, former } of rows) {
    if (!keys[name].known.includes(current))
      throw new SettingsError(
        `version ${current} of ${environment[name]} is in use and not here: give it, or share the folder of the keys`,
      );
    Object.assign(keys[name], { current, former });
  }
}
