import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { Services } from "../../core/foundation/services.ts";

/** A person as a provider identifies them. */
export interface Person {
  issuer: string;
  subject: string;
  /** Their name at the provider, and a suggestion for an account name; empty where the provider does not say. */
  name: string;
  account: string;
}

/** The data of each step of a third-party sign-in. `userId`: the user who links a person to their account, instead of signing in. */
interface Steps {
  /** Sent to the provider. */
  asked: { nonce: string; verifier: string; userId: string | null };
  /** The provider has identified a person. */
  proven: Person & { userId: string | null };
  /** A person without an account, who may register. */
  guest: Person;
}
type Stage = keyof Steps;

/** Seconds that each step lasts. */
export const lifetimes: Readonly<Record<Stage, number>> = { asked: 600, proven: 60, guest: 1800 };

export interface Provider {
  id: string;
  source: string;
  name: string;
  nameEn: string;
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  scopes: string;
}

/** 256 random bits, for addresses and cookies. */
export const newSecret = (): string => randomBytes(32).toString("base64url");
const computeHash = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const columns = sql`p.id, p.source, p.name, p.name_en as "nameEn", p.issuer, p.client_id as "clientId", p.client_secret as "clientSecret", p.scopes`;
const live = sql`p.status = '1' and p.is_deleted = 0`;

const decrypted = (app: Services, provider: Provider): Provider => ({
  ...provider,
  clientSecret: provider.clientSecret && app.cipher.decrypt(provider.clientSecret),
});

/** An enabled provider. */
export async function findProvider(app: Services, source: string): Promise<Provider | null> {
  const { rows } =
    await sql<Provider>`select ${columns} from identity_provider p where p.source = ${source} and ${live}`.execute(
      app.db,
    );
  return rows[0] ? decrypted(app, rows[0]) : null;
}

/** A provider with its secret, enabled or not. */
export async function readProvider(app: Services, id: string): Promise<Provider> {
  const { rows } = await sql<Provider>`select ${columns} from identity_provider p where p.id = ${id}`.execute(app.db);
  return decrypted(app, rows[0] as Provider);
}

/**
 * Stores a step in the database, where any node finds it.
 * @param browser cookie of the only browser that may continue; null where the secret is enough
 * @returns the secret by which the step can be read once
 */
export async function storeStep<S extends Stage>(
  app: Services,
  stage: S,
  providerId: string,
  browser: string | null,
  step: Steps[S],
): Promise<string> {
  const secret = newSecret();
  await sql`insert into third_party_step (secret_hash, stage, browser_hash, provider_id, data, expire_time)
    values (${computeHash(secret)}, ${stage}, ${browser && computeHash(browser)}, ${providerId}, ${app.cipher.encrypt(JSON.stringify(step))}, now() + make_interval(secs => ${lifetimes[stage]}))`.execute(
    app.db,
  );
  return secret;
}

/**
 * Reads a step and deletes it, whatever the outcome: of two concurrent calls one gets it, and a call from another browser invalidates it.
 * @param browser '' for a browser without the cookie
 * @returns null when it is unknown, used, expired or of another browser, or its provider is no longer enabled
 */
export async function consumeStep<S extends Stage>(
  db: Db,
  app: Services,
  stage: S,
  secret: string,
  browser: string | null,
): Promise<{ provider: Provider; step: Steps[S] } | null> {
  const { rows } = await sql<Provider & { data: string }>`
    with taken as (delete from third_party_step where secret_hash = ${computeHash(secret)} and stage = ${stage} returning *)
    select taken.data, ${columns} from taken join identity_provider p on p.id = taken.provider_id and ${live}
    where taken.expire_time > now() and taken.browser_hash is not distinct from ${browser && computeHash(browser)}`.execute(
    db,
  );
  if (!rows[0]) return null;
  const { data, ...provider } = rows[0];
  return { provider: decrypted(app, provider), step: JSON.parse(app.cipher.decrypt(data)) as Steps[S] };
}

/** Deletes steps that have expired. Run by a timer. */
export const deleteExpiredSteps = (app: Services) =>
  sql`delete from third_party_step where expire_time < now()`.execute(app.db);
