import { randomBytes } from "node:crypto";
import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { setupPath } from "@jipei/contract/setup/setup-path.ts";
import type { LinkPurpose } from "@jipei/contract/setup/setup.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { administrators } from "../users/users.queries.ts";

/** Hours for which a link is valid. */
const lifetimes: Readonly<Record<LinkPurpose, number>> = { install: 24, second: 72, recover: 1 };
/** Links of one purpose that are valid at the same time. Nodes that start together each print one for the installation; of the others only the last is valid. */
const mostAtOnce: Readonly<Record<LinkPurpose, number>> = { install: 3, second: 1, recover: 1 };

export interface NewLink {
  token: string;
  address: string;
  expireTime: string;
}

/**
 * Makes a one-time address. Its token is random (256 bits) and stands behind `#`, which browsers do not send; the database stores its keyed hash.
 * @param userId for `recover`: the administrator whose access it restores
 */
export async function newLink(
  app: Services,
  db: Db,
  purpose: LinkPurpose,
  userId: string | null = null,
): Promise<NewLink> {
  // Hexadecimal, because the cipher's hash ignores case.
  const secret = randomBytes(32).toString("hex");
  // Whoever opens it names no tenant otherwise.
  const token = app.tenantId === installation ? secret : `${app.tenantId}.${secret}`;
  await sql`delete from setup_link where expire_time < now() or token_hash in (select token_hash from setup_link
    where purpose = ${purpose} and user_id is not distinct from ${userId}::bigint order by create_time desc offset ${mostAtOnce[purpose] - 1})`.execute(
    db,
  );
  const { rows } = await sql<{ expireTime: string }>`insert into setup_link (token_hash, purpose, user_id, expire_time)
    values (${app.cipher.hash(token)}, ${purpose}, ${userId}, now() + make_interval(hours => ${lifetimes[purpose]})) returning expire_time`.execute(
    db,
  );
  return {
    token,
    address: `${app.settings.publicUrl}${setupPath}#token=${token}`,
    expireTime: rows[0]?.expireTime ?? "",
  };
}

/** Makes an address for the first administrator, null when there is an administrator already. */
export async function installLink(app: Services): Promise<NewLink | null> {
  return (await administrators(app.db)).length > 0 ? null : newLink(app, app.db, "install");
}

export interface Link {
  tokenHash: string;
  purpose: LinkPurpose;
  userId: string | null;
  /** The account of `userId`. */
  account: string | null;
  pending: string | null;
  expireTime: string;
}

/**
 * The link that belongs to a token.
 * @param lock whether it is locked until the transaction ends
 * @throws SETUP_LINK when the token is unknown, used or expired, or when the link is no longer needed
 */
export async function getLink(app: Services, db: Db | Tx, token: string, lock: "lock" | "look"): Promise<Link> {
  // All links lock the same row: of two browsers that create the first administrator at the same time, one wins.
  const state = await sql<{
    second: boolean;
  }>`select second_admin_time is not null as second from setup_state ${lock === "lock" ? sql`for update` : sql``}`.execute(
    db,
  );
  const { rows } = await sql<Link>`select l.token_hash, l.purpose, l.user_id, u.account, l.expire_time,
      case when l.pending_time > now() - interval '15 minutes' then l.pending end as pending
    from setup_link l left join account u on u.id = l.user_id where l.token_hash = ${app.cipher.hash(token)} and l.expire_time > now()`.execute(
    db,
  );
  const [link] = rows;
  if (!link || !(await isStillNeeded(db, link, state.rows[0]?.second === true))) throw new Refusal("SETUP_LINK");
  return link;
}

async function isStillNeeded(db: Db, { purpose, userId }: Link, hadSecond: boolean): Promise<boolean> {
  const known = await administrators(db);
  if (purpose === "install") return known.length === 0;
  if (purpose === "second") return !hadSecond && known.length === 1;
  // Only current administrators are recovered.
  return userId !== null && (await administrators(db, "disabled too")).some(({ id }) => id === userId);
}
