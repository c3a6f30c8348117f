import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { sm2 } from 'sm-crypto-v2'
import type { Settings } from './settings.ts'
import { SettingsError } from './settings.ts'

export interface Keys {
  /** Signs access tokens. 32 bytes. */
  tokenKey: Buffer
  /** Encrypts personal data at rest. 32 bytes. */
  fieldKey: Buffer
  /** Hashes personal data for search; derived from the field key. 32 bytes. */
  hashKey: Buffer
  /** Decrypts passwords and envelopes that browsers send. Hexadecimal. */
  sm2: { privateKey: string; publicKey: string }
}

/**
 * The keys from the environment, else from `<dataDir>/keys`, where missing ones are made at the first start.
 * @throws SettingsError in production when one is missing: a key made silently would make stored data unreadable elsewhere
 */
export async function loadKeys(settings: Settings): Promise<Keys> {
  const folder = join(settings.dataDir, 'keys')
  const make = (name: string, variable: string, create: () => string) => {
    if (settings.production)
      throw new SettingsError(`${variable} is missing: production makes no keys by itself (${folder}/${name} would serve too)`)
    return create()
  }
  const random = () => randomBytes(32).toString('hex')
  const token = settings.tokenKey?.toString('hex') ?? (await keep(folder, 'token', () => make('token', 'TOKEN_KEY', random)))
  const field = settings.fieldKey?.toString('hex') ?? (await keep(folder, 'field', () => make('field', 'FIELD_KEY', random)))
  const privateKey =
    settings.sm2PrivateKey ??
    (await keep(folder, 'sm2', () => make('sm2', 'SM2_PRIVATE_KEY', () => sm2.generateKeyPairHex().privateKey)))
  const fieldKey = Buffer.from(field, 'hex')
  return {
    tokenKey: Buffer.from(token, 'hex'),
    fieldKey,
    hashKey: Buffer.from(hkdfSync('sha256', fieldKey, '', 'jipei field hash', 32)),
    sm2: { privateKey, publicKey: sm2.getPublicKeyFromPrivateKey(privateKey) },
  }
}

/** The password of the demo accounts, the same at each start. */
export async function loadDemoPassword(settings: Settings): Promise<string> {
  if (settings.demoPassword) return settings.demoPassword
  return keep(join(settings.dataDir, 'keys'), 'demo-password', () => `Jp-${randomBytes(6).toString('hex')}`)
}

/** Reads a secret, or makes it: linking lets one of two starting processes win, and the other read the winner's. */
async function keep(folder: string, name: string, create: () => string): Promise<string> {
  const file = join(folder, name)
  const read = () => readFile(file, 'utf8').then((text) => text.trim())
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const value = create()
  const half = `${file}.${randomUUID()}`
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  await writeFile(half, value, { mode: 0o600 })
  await link(half, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(half)
  return read()
}

/**
 * Compares the field key with the one that this database was filled with, of which it keeps a fingerprint.
 * @throws SettingsError when it is another: what is stored could not be read, and new rows would be mixed with old ones
 */
export async function checkFieldKey(pool: pg.Pool, keys: Keys): Promise<void> {
  const fingerprint = createHash('sha256').update('jipei field key').update(keys.fieldKey).digest('hex').slice(0, 16)
  await pool.query("insert into key_fingerprint values ('field', $1) on conflict do nothing", [fingerprint])
  const { rows } = await pool.query<{ value: string }>("select value from key_fingerprint where name = 'field'")
  if (rows[0]?.value !== fingerprint) {
    throw new SettingsError('FIELD_KEY is not the key that this database was filled with; restore it (or DATA_DIR/keys/field)')
  }
}
