import { randomBytes } from "node:crypto";
import { setupPath } from "@jipei/contract/setup/setup-path.ts";
import type { LinkPurpose } from "@jipei/contract/setup/setup.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../core/db.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { administrators } from "../users/users.queries.ts";

/** Hours that a link counts. */
const lifetimes: Readonly<Record<LinkPurpose, number>> = { install: 24, second: 72, recover: 1 };
/** Links of one purpose that count at once: nodes that start together each print one. Of the other purposes the last one alone counts. */
const mostAtOnce: Readonly<Record<LinkPurpose, number>> = { install: 3, second: 1, recover: 1 };

export interface NewLink {
  token: string;
  address: string;
  expireTime: string;
}

/**
 * A one-time address. Its token is random (256 bits) and stands behind `#`, which browsers send to nobody; the database keeps its keyed hash.
 * @param userId of `recover`: whose way in it is
 */
export async function newLink(
  app: Services,
  db: Db,
  purpose: LinkPurpose,
  userId: string | null = null,
): Promise<NewLink> {
  // Hexadecimal, since the cipher's hash does not tell small from capital letters.
  const token = randomBytes(32).toString("hex");
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

/** An address for the first administrator, null when there is one. */
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
 * The link that a token opens, locked until the end of the transaction where `lock` says so.
 * @throws SETUP_LINK when it is wrong, used or too old, or when what it was made for is over
 */
export async function linkOf(app: Services, db: Db | Tx, token: string, lock: "lock" | "look"): Promise<Link> {
  // One state row is locked by all of them: of two browsers that become the first administrator at once, one wins.
  const state = await sql<{
    second: boolean;
  }>`select second_admin_time is not null as second from setup_state ${lock === "lock" ? sql`for update` : sql``}`.execute(
    db,
  );
  const { rows } = await sql<Link>`select l.token_hash, l.purpose, l.user_id, u.account, l.expire_time,
      case when l.pending_time > now() - interval '15 minutes' then l.pending end as pending
    from setup_link l left join app_user u on u.id = l.user_id where l.token_hash = ${app.cipher.hash(token)} and l.expire_time > now()`.execute(
    db,
  );
  const [link] = rows;
  if (!link || !(await stillWanted(db, link, state.rows[0]?.second === true))) throw new Refusal("SETUP_LINK");
  return link;
}

async function stillWanted(db: Db, { purpose, userId }: Link, hadSecond: boolean): Promise<boolean> {
  const known = await administrators(db);
  if (purpose === "install") return known.length === 0;
  if (purpose === "second") return !hadSecond && known.length === 1;
  // Whoever is no administrator any more gets no way in.
  return userId !== null && (await administrators(db, "disabled too")).some(({ id }) => id === userId);
}
