import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../core/db.ts";
import type { Services } from "../core/services.ts";

/** Somebody as a provider knows him. */
export interface Person {
  issuer: string;
  subject: string;
  /** What he is called there, and what his account could be called here; both empty when it is not said. */
  name: string;
  account: string;
}

/** What belongs to each step of a sign-in by a third party. `userId`: who links a person to his account, instead of signing in. */
interface Steps {
  /** Sent to the provider. */
  asked: { nonce: string; verifier: string; userId: string | null };
  /** The provider has vouched for somebody. */
  proven: Person & { userId: string | null };
  /** Nobody's account: waits for a registration. */
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
const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const columns = sql`p.id, p.source, p.name, p.name_en as "nameEn", p.issuer, p.client_id as "clientId", p.client_secret as "clientSecret", p.scopes`;
const live = sql`p.status = '1' and p.is_deleted = 0`;

const opened = (app: Services, provider: Provider): Provider => ({
  ...provider,
  clientSecret: provider.clientSecret && app.cipher.decrypt(provider.clientSecret),
});

/** A provider in use. */
export async function findProvider(app: Services, source: string): Promise<Provider | null> {
  const { rows } =
    await sql<Provider>`select ${columns} from identity_provider p where p.source = ${source} and ${live}`.execute(
      app.db,
    );
  return rows[0] ? opened(app, rows[0]) : null;
}

/** A provider with its secret, in use or not. */
export async function readProvider(app: Services, id: string): Promise<Provider> {
  const { rows } = await sql<Provider>`select ${columns} from identity_provider p where p.id = ${id}`.execute(app.db);
  return opened(app, rows[0] as Provider);
}

/**
 * Keeps a step in the database, where any node finds it.
 * @param browser what only the browser that goes on can show; null for whoever holds the secret
 * @returns the secret that leads to it, once
 */
export async function keepStep<S extends Stage>(
  app: Services,
  stage: S,
  providerId: string,
  browser: string | null,
  step: Steps[S],
): Promise<string> {
  const secret = newSecret();
  await sql`insert into third_party_step (secret_hash, stage, browser_hash, provider_id, data, expire_time)
    values (${hashOf(secret)}, ${stage}, ${browser && hashOf(browser)}, ${providerId}, ${app.cipher.encrypt(JSON.stringify(step))}, now() + make_interval(secs => ${lifetimes[stage]}))`.execute(
    app.db,
  );
  return secret;
}

/**
 * Uses a step up, whatever comes of it: of two who ask at once one gets it, and who shows it in another browser has spoilt it.
 * @param browser '' for one that shows nothing
 * @returns null when it is unknown, used, over or another browser's, or its provider is no longer in use
 */
export async function takeStep<S extends Stage>(
  db: Db,
  app: Services,
  stage: S,
  secret: string,
  browser: string | null,
): Promise<{ provider: Provider; step: Steps[S] } | null> {
  const { rows } = await sql<Provider & { data: string }>`
    with taken as (delete from third_party_step where secret_hash = ${hashOf(secret)} and stage = ${stage} returning *)
    select taken.data, ${columns} from taken join identity_provider p on p.id = taken.provider_id and ${live}
    where taken.expire_time > now() and taken.browser_hash is not distinct from ${browser && hashOf(browser)}`.execute(
    db,
  );
  if (!rows[0]) return null;
  const { data, ...provider } = rows[0];
  return { provider: opened(app, provider), step: JSON.parse(app.cipher.decrypt(data)) as Steps[S] };
}

/** Sweeps steps that are over. Run by a timer. */
export const forgetSteps = (app: Services) =>
  sql`delete from third_party_step where expire_time < now()`.execute(app.db);
