import { sql } from "kysely";
import { type Actor, system } from "../../core/foundation/actor.ts";
import type { Tx } from "../../core/database/db.ts";
import { type Failure, Refusal, getFailure, throwAll, worded } from "../../core/foundation/refusal.ts";
import { isDuty } from "../../core/access/duties.ts";
import { getSide } from "../../core/access/incompatible-roles.ts";
import { getGrantor, getHeldRoles } from "../grants/reach.ts";

/** Credentials of an account that somebody else may change. Links with third parties are not among them: only their owner makes them. */
export type WayIn = "password" | "phone" | "factor";

/** The permission needed to change each of them, as on the users page. */
const rights: Readonly<Record<WayIn, string>> = {
  password: "user_reset_password",
  phone: "user_edit",
  factor: "user_reset_factor",
};

/** The facts that the decision depends on. */
export interface WayInFacts {
  /** Whether the account is the actor's own. */
  isOwn: boolean;
  /** Whether the actor holds the permission only as a loan. */
  onLoan: boolean;
  /** Whether the account belongs to the bureau, or holds a role of the bureau. */
  ofBureau: boolean;
  /** Whether the owner has proven the phone, so that a password sent there reaches them and nobody else. */
  hasProvenPhone: boolean;
  /** Whether the account reviews, pays, administers or works as clerk. */
  hasDuty: boolean;
  /** Whether anybody ever signed in to the account, or chose its password. */
  wasUsed: boolean;
}

/**
 * `free`: one administrator may · `unproven`: one may, but the new phone cannot be used to sign in until its owner has proven it ·
 * `secondPerson`: only two together · `onLoan`, `own`: not at all.
 */
export type Verdict = "free" | "unproven" | "secondPerson" | "onLoan" | "own";

/**
 * Decides whether the actor may change a credential of a user, and what follows. It is the only place that does. The principle: nobody gets into somebody
 * else's account, and nobody lets a third person in.
 */
export function decide(way: WayIn, { isOwn, onLoan, ofBureau, hasProvenPhone, hasDuty, wasUsed }: WayInFacts): Verdict {
  // A loan ends, but access gained by it would remain.
  if (onLoan && ofBureau && !isOwn) return "onLoan";
  switch (way) {
    case "phone":
      // An unused account without a duty holds nothing worth taking over, so a mistyped number can be corrected.
      return wasUsed || hasDuty ? "unproven" : "free";
    case "password":
      // The new password is sent to the phone, so it is as safe as the phone.
      return hasProvenPhone ? "free" : "secondPerson";
    case "factor":
      // One's own factor is removed with password and code instead.
      if (isOwn) return "own";
      return hasDuty ? "secondPerson" : "free";
  }
}

interface Subject extends Pick<WayInFacts, "hasProvenPhone" | "wasUsed"> {
  id: string;
  ofBureau: boolean;
}

const denials = {
  onLoan: worded("ROLE_DENIED", [
    "代理期间不能更换管理端用户的手机，也不能重置其密码和两步验证",
    "A stand-in administrator cannot change the phone, password or second factor of bureau users",
  ]),
  own: new Refusal("ROLE_DENIED"),
  secondPerson: new Refusal("SECOND_PERSON"),
} as const;

const isDenied = (verdict: Verdict): verdict is keyof typeof denials => verdict in denials;

/**
 * Checks that the actor may change a credential of users whose rows are locked.
 * @returns for each user whether a phone set now has to be proven
 * @throws ROLE_DENIED, SECOND_PERSON naming the users
 */
export async function assertMayChange(
  tx: Tx,
  actor: Actor,
  way: WayIn,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, "free" | "unproven">> {
  const grantor = await getGrantor(tx, actor);
  // The server itself acts without permissions, and needs none.
  const onLoan =
    actor !== system &&
    (grantor.sysAdmin === "lent" || (grantor.sysAdmin === null && !grantor.permissions.has(rights[way])));
  const held = Map.groupBy(await getHeldRoles(tx, userIds), ({ userId }) => userId);
  const { rows } =
    await sql<Subject>`select id, audience = 'bureau' as of_bureau, phone is not null and phone_proven = '1' as has_proven_phone, last_login_time is not null or must_change = 0 as was_used
    from account where id = any(${[...userIds]}::bigint[]) order by id`.execute(tx);
  const allowed = new Map<string, "free" | "unproven">();
  const failures: Failure[] = [];
  for (const { id, ofBureau, ...facts } of rows) {
    const roles = held.get(id) ?? [];
    const verdict = decide(way, {
      ...facts,
      isOwn: id === actor.userId,
      onLoan,
      ofBureau: ofBureau || roles.some(({ alias }) => getSide(alias) === "bureau"),
      hasDuty: roles.some(isDuty),
    });
    if (isDenied(verdict)) failures.push(getFailure(denials[verdict], id));
    else allowed.set(id, verdict);
  }
  throwAll(failures);
  return allowed;
}
