import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Person, type Provider, consumeStep } from "./oidc-step.ts";
import { tokenFailure } from "../token/token-failure.ts";

/** The account that a person of a provider is linked to. */
export interface LinkedAccount {
  identityId: string;
  userId: string;
}

/** The account that a person is linked to. Provider, issuer and subject must all be those of the link. */
export async function findLinked(
  app: Services,
  { id }: Provider,
  { issuer, subject }: Person,
): Promise<LinkedAccount | null> {
  const { rows } = await sql<LinkedAccount>`select i.id as "identityId", u.id as "userId"
    from user_identity i join account u on u.id = i.user_id and u.is_deleted = 0
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

/** Enabled providers with the actor's links, and disabled providers that the actor is linked to. */
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

/** Links a person to the actor's own account, one for each provider. @throws IDENTITY_TAKEN when the person is linked to another account, DUPLICATE */
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
 * Removes a link, and ends the sessions that began with it, except the current one.
 * @throws NOT_FOUND, IDENTITY_LAST when nothing else would be left to sign in with
 */
export async function unlink(tx: Tx, actor: Actor, id: string): Promise<void> {
  // The row of the user is locked, so that concurrent calls do not remove the last two links.
  const { rows: users } = await sql<{
    hasPassword: boolean;
  }>`select password_hash is not null as "hasPassword" from credential where id = ${actor.userId} for update`.execute(
    tx,
  );
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
 * Links the person who registers to the new account. They cannot sign in before it is approved; a rejection removes the link.
 * @param oauthId from the response to the sign-in of an unknown person @throws OAUTH_INVALID, IDENTITY_TAKEN
 */
export async function linkRegistered(tx: Tx, app: Services, userId: string, oauthId: string): Promise<void> {
  const taken = await consumeStep(tx, app, "guest", oauthId, null);
  if (!taken) throw new Refusal("OAUTH_INVALID");
  const { rows } = await insert(tx, userId, taken.provider, taken.step);
  if (rows.length === 0) throw new Refusal("IDENTITY_TAKEN");
}

/**
 * Connects a session with the link it began with. The provider's row is locked: whoever disables it concurrently either ends this session, or is seen here.
 * @throws TokenRefusal when the link or its provider was removed a moment ago; the session has then ended
 */
export async function linkSession(app: Services, sessionId: string, identityId: string): Promise<void> {
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
