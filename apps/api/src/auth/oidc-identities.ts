import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import type { Db, Tx } from "../core/db.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { type Person, type Provider, takeStep } from "./oidc-step.ts";
import { tokenFailure } from "./token-failure.ts";

/** An account that a person may sign in to. */
export interface LinkedAccount {
  identityId: string;
  userId: string;
}

/** Whose account a person is. Both issuer and subject must be those that were linked, with this very provider. */
export async function findLinked(
  app: Services,
  { id }: Provider,
  { issuer, subject }: Person,
): Promise<LinkedAccount | null> {
  const { rows } = await sql<LinkedAccount>`select i.id as "identityId", u.id as "userId"
    from user_identity i join app_user u on u.id = i.user_id and u.is_deleted = 0
    where i.provider_id = ${id} and i.issuer = ${issuer} and i.subject = ${subject}`.execute(app.db);
  return rows[0] ?? null;
}

export interface OwnIdentity {
  source: string;
  name: string;
  nameEn: string;
  id: string | null;
  identityName: string | null;
  linkTime: string | null;
  lastTime: string | null;
}

/** Providers in use and what is linked to one's own account, also with one that is switched off. */
export async function listOwn(db: Db, actor: Actor): Promise<OwnIdentity[]> {
  const { rows } =
    await sql<OwnIdentity>`select p.source, p.name, p.name_en as "nameEn", i.id, i.name as "identityName", i.link_time as "linkTime", i.last_time as "lastTime"
    from identity_provider p left join user_identity i on i.provider_id = p.id and i.user_id = ${actor.userId}
    where p.is_deleted = 0 and (p.status = '1' or i.id is not null) order by p.sort, p.id`.execute(db);
  return rows;
}

const insert = (tx: Tx, userId: string, provider: Provider, { issuer, subject, name }: Person) =>
  sql<{
    id: string;
  }>`insert into user_identity (user_id, provider_id, issuer, subject, name) values (${userId}, ${provider.id}, ${issuer}, ${subject}, ${name || null})
    on conflict do nothing returning id`.execute(tx);

/** Links a person to one's own account; one for each provider. @throws IDENTITY_TAKEN when he is somebody else's, DUPLICATE */
export async function link(tx: Tx, actor: Actor, provider: Provider, person: Person): Promise<void> {
  const { rows } = await insert(tx, actor.userId, provider, person);
  if (!rows[0]) {
    const own =
      await sql`select 1 from user_identity where user_id = ${actor.userId} and provider_id = ${provider.id}`.execute(
        tx,
      );
    if (own.rows.length === 0) throw new Refusal("IDENTITY_TAKEN");
    throw new Refusal("DUPLICATE", {
      field: { zh: `与“${provider.name}”的绑定`, en: `A link with “${provider.nameEn}”` },
    });
  }
  await writeAudit(tx, actor, [
    {
      bizType: "User",
      bizId: actor.userId,
      action: "linkIdentity",
      after: { provider: provider.source, name: person.name },
    },
  ]);
}

/**
 * Takes a link away, and ends the sessions that began with it but for the one at work.
 * @throws NOT_FOUND, IDENTITY_LAST when nothing else would be left to sign in with
 */
export async function unlink(tx: Tx, actor: Actor, id: string): Promise<void> {
  // The row of the user is held, so that two links taken away at once do not leave none.
  const { rows: users } = await sql<{
    hasPassword: boolean;
  }>`select password_hash is not null as "hasPassword" from app_user where id = ${actor.userId} for update`.execute(tx);
  const { rows: links } = await sql<{
    id: string;
    source: string;
    works: boolean;
  }>`select i.id, p.source, p.status = '1' and p.is_deleted = 0 and p.issuer = i.issuer as works
    from user_identity i join identity_provider p on p.id = i.provider_id where i.user_id = ${actor.userId}`.execute(
    tx,
  );
  const taken = links.find((one) => one.id === id);
  if (!taken) throw new Refusal("NOT_FOUND");
  if (!users[0]?.hasPassword && !links.some((one) => one.works && one.id !== id)) throw new Refusal("IDENTITY_LAST");
  if (actor.sessionId) await sql`update login_session set identity_id = null where id = ${actor.sessionId}`.execute(tx);
  await sql`delete from user_identity where id = ${id}`.execute(tx);
  await writeAudit(tx, actor, [
    { bizType: "User", bizId: actor.userId, action: "unlinkIdentity", before: { provider: taken.source } },
  ]);
}

/**
 * Keeps the person who registers for the account that waits. He cannot sign in before it is approved, and is nobody's again when it is rejected.
 * @param oauthId what the sign-in of an unknown person answered @throws OAUTH_INVALID, IDENTITY_TAKEN
 */
export async function linkRegistered(tx: Tx, app: Services, userId: string, oauthId: string): Promise<void> {
  const taken = await takeStep(tx, app, "guest", oauthId, null);
  if (!taken) throw new Refusal("OAUTH_INVALID");
  const { rows } = await insert(tx, userId, taken.provider, taken.step);
  if (rows.length === 0) throw new Refusal("IDENTITY_TAKEN");
}

/**
 * Ties a session to the link it began with. The provider is held meanwhile: who switches it off finds the session, or we find it switched off.
 * @throws TokenRefusal when the link or its provider went a moment ago; the session has then ended
 */
export async function beginWith(app: Services, sessionId: string, identityId: string): Promise<void> {
  const { rows } = await sql`with held as (
      select i.id from user_identity i join identity_provider p on p.id = i.provider_id and p.status = '1' and p.is_deleted = 0 and p.issuer = i.issuer
      where i.id = ${identityId} for share of p, i)
    update login_session s set identity_id = held.id from held where s.id = ${sessionId} returning 1`.execute(app.db);
  if (rows.length > 0) return;
  await sql`update login_session set end_time = now(), end_reason = 'account' where id = ${sessionId} and end_time is null`.execute(
    app.db,
  );
  throw tokenFailure("thirdParty");
}
