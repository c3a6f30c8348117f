import { createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { sm2 } from "sm-crypto-v2";
import { KeyRing, readVersions, writeVersions } from "./key-ring.ts";
import type { Settings } from "../foundation/settings.ts";
import { SettingsError } from "../foundation/settings.ts";

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
  /** Hashes personal data for search and uniqueness. 32 bytes. It stays the same when the field key is rotated. */
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
 * Loads the keys from the environment, else from `<keysDir>`. Missing keys are generated at the first start.
 * @throws SettingsError in production when a key is missing: data encrypted with a generated key could not be read elsewhere
 */
export async function loadKeys(settings: Settings): Promise<Keys> {
  const [token, field, sm2Key] = [
    await getRing(settings, "token"),
    await getRing(settings, "field"),
    await getRing(settings, "sm2"),
  ];
  return { token, field, hashKey: await getHashKey(settings, field), sm2: sm2Key };
}

async function getRing(settings: Settings, name: KeyName): Promise<KeyRing> {
  return new KeyRing(
    given(settings)[name] ??
      read(await readOrCreate(settings.keysDir, name, () => make(settings, name)), settings, name),
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

const getFile = (settings: Settings, name: KeyName) => join(settings.keysDir, name);

function read(text: string, settings: Settings, name: KeyName): KeyVersions {
  const versions = readVersions(text);
  if (!versions) throw new SettingsError(`${getFile(settings, name)} is not a list of keys`);
  return versions;
}

/** Reads the versions of a key from its file. */
export const readKeyFile = async (settings: Settings, name: KeyName): Promise<KeyVersions> =>
  read(await readFile(getFile(settings, name), "utf8"), settings, name);

/** Writes the versions of a key. Other processes read the old file or the new one, never a part of it. */
export async function writeKeyFile(settings: Settings, name: KeyName, versions: KeyVersions): Promise<void> {
  const temporary = `${getFile(settings, name)}.${randomUUID()}`;
  await writeFile(temporary, writeVersions(versions), { mode: 0o600, flush: true });
  await rename(temporary, getFile(settings, name));
}

/** Writes keys into a folder that can serve as `keysDir`. */
export async function writeKeys(keys: Keys, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600, flush: true });
  for (const name of keyNames)
    await write(name, writeVersions(new Map(keys[name].known.map((version) => [version, keys[name].getKey(version)]))));
  await write("hash", keys.hashKey.toString("hex"));
}

const derivedHashKey = (field: Buffer): Buffer => Buffer.from(hkdfSync("sha256", field, "", "jipei field hash", 32));

/** The hash key: from the environment, or from its file, or derived from the first version of the field key. */
async function getHashKey(settings: Settings, field: KeyRing): Promise<Buffer> {
  const stored =
    settings.hashKey ?? readVersions(await readFile(join(settings.keysDir, "hash"), "utf8").catch(() => ""))?.get(1);
  if (stored) return stored;
  if (field.known.includes(1)) return derivedHashKey(field.getKey(1));
  throw new SettingsError(
    `HASH_KEY is missing (${settings.keysDir}/hash would serve too): the first version of FIELD_KEY, which it is made of, is not here any more`,
  );
}

/** Stores the hash key in a file of its own, so that the version of the field key that it was derived from can be removed. */
export async function storeHashKey(settings: Settings, hashKey: Buffer): Promise<void> {
  if (!settings.hashKey) await readOrCreate(settings.keysDir, "hash", () => hashKey.toString("hex"));
}

/** The password of the demo accounts; the same at every start. */
export async function loadDemoPassword(settings: Settings): Promise<string> {
  if (settings.demoPassword) return settings.demoPassword;
  return readOrCreate(settings.keysDir, "demo-password", () => `Jp-${randomBytes(6).toString("hex")}`);
}

/** Reads a secret, or creates it. When two processes start together, the link of one of them succeeds, and both read its secret. */
async function readOrCreate(folder: string, name: string, create: () => string): Promise<string> {
  const file = join(folder, name);
  const read = () => readFile(file, "utf8").then((text) => text.trim());
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const value = create();
  const temporary = `${file}.${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  await writeFile(temporary, value, { mode: 0o600 });
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(temporary);
  return read();
}

const pairs = new Map<string, Sm2Pair>();

function getPair(key: Buffer): Sm2Pair {
  const privateKey = key.toString("hex");
  let pair = pairs.get(privateKey);
  if (!pair) pairs.set(privateKey, (pair = { privateKey, publicKey: sm2.getPublicKeyFromPrivateKey(privateKey) }));
  return pair;
}

/** The key pairs: the one in use first, then those that are still accepted. */
export function sm2Pairs({ sm2: ring }: Pick<Keys, "sm2">): readonly [Sm2Pair, ...Sm2Pair[]] {
  const [inUse, ...others] = ring.accepted;
  return [getPair(inUse), ...others.map(getPair)];
}

const computeFingerprint = (key: Buffer) =>
  createHash("sha256").update("jipei field key").update(key).digest("hex").slice(0, 16);
const fingerprintName = (version: number) => (version === 1 ? "field" : `field.${version}`);

/**
 * Compares the field key with the fingerprints of the versions that this database was filled with, and takes from it which versions are in use.
 * @throws SettingsError for another key: stored data could not be read, and new rows would be encrypted with a different key than old ones
 */
export async function settleKeys(pool: pg.Pool, keys: Keys): Promise<void> {
  for (const name of keyNames)
    await pool.query("insert into key_version (name, current) values ($1, $2) on conflict do nothing", [
      name,
      keys[name].current,
    ]);
  await useVersions(pool, keys);
  for (const version of keys.field.known) {
    const [name, fingerprint] = [fingerprintName(version), computeFingerprint(keys.field.getKey(version))];
    await pool.query("insert into key_fingerprint values ($1, $2) on conflict do nothing", [name, fingerprint]);
    const { rows } = await pool.query<{ value: string }>("select value from key_fingerprint where name = $1", [name]);
    if (rows[0]?.value !== fingerprint)
      throw new SettingsError(
        "FIELD_KEY is not the key that this database was filled with; restore it (or DATA_DIR/keys/field)",
      );
  }
}

/** Takes from the database which versions are in use. @throws SettingsError when this process does not have one of them */
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
