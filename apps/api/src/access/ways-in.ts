import { sql } from "kysely";
import { type Actor, system } from "../core/actor.ts";
import type { Tx } from "../core/db.ts";
import { type Failure, Refusal, failureOf, throwAll, worded } from "../core/refusal.ts";
import { isDuty } from "./duties.ts";
import { sideOf } from "./incompatible-roles.ts";
import { giverOf, heldBy } from "./reach.ts";

/** What lets somebody into an account and may be changed by somebody else. Links with third parties may not: their owner alone makes them. */
export type WayIn = "password" | "phone" | "factor";

/** The right that a change of each takes, as the users page has it. */
const rights: Readonly<Record<WayIn, string>> = {
  password: "user_reset_password",
  phone: "user_edit",
  factor: "user_reset_factor",
};

/** What the decision hangs on. */
export interface WayInFacts {
  /** Whether the account is the actor's own. */
  isOwn: boolean;
  /** Whether the actor holds the right only until a day. */
  onLoan: boolean;
  /** Whether the account is one of the bureau, or holds a role of the bureau. */
  ofBureau: boolean;
  /** Whether a password that is sent to the phone reaches the owner and nobody else. */
  hasProvenPhone: boolean;
  /** Whether it reviews, pays, administers or works as clerk. */
  hasDuty: boolean;
  /** Whether anybody ever signed in to it, or chose its password. */
  wasUsed: boolean;
}

/**
 * `free`: one administrator may · `unproven`: he may, and the new phone opens nothing until its owner has proven it ·
 * `secondPerson`: two together only · `onLoan`, `own`: not at all.
 */
export type Verdict = "free" | "unproven" | "secondPerson" | "onLoan" | "own";

/**
 * May this actor change this way in of that user, and what follows? The one place that decides it. What it rests on: nobody opens a way in of
 * somebody else's, neither to himself nor to whom he chooses.
 */
export function decide(way: WayIn, { isOwn, onLoan, ofBureau, hasProvenPhone, hasDuty, wasUsed }: WayInFacts): Verdict {
  // A loan ends; what is opened by it would not.
  if (onLoan && ofBureau && !isOwn) return "onLoan";
  switch (way) {
    case "phone":
      // In an account that nobody has entered and that decides nothing there is nothing to take over: a mistyped number is put right.
      return wasUsed || hasDuty ? "unproven" : "free";
    case "password":
      // It goes to the phone, so that it is as good as the phone.
      return hasProvenPhone ? "free" : "secondPerson";
    case "factor":
      // One's own is switched off with password and code.
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
    "Who stands in for an administrator changes no phone, password or second factor of users of the bureau",
  ]),
  own: new Refusal("ROLE_DENIED"),
  secondPerson: new Refusal("SECOND_PERSON"),
} as const;

const isDenied = (verdict: Verdict): verdict is keyof typeof denials => verdict in denials;

/**
 * Decides for users whose rows are locked.
 * @returns whether a phone that is set now has to be proven, for each of them
 * @throws ROLE_DENIED, SECOND_PERSON naming the users
 */
export async function mustMayChange(
  tx: Tx,
  actor: Actor,
  way: WayIn,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, "free" | "unproven">> {
  const giver = await giverOf(tx, actor);
  // The server itself holds no rights, and asks for none.
  const onLoan =
    actor !== system && (giver.sysAdmin === "lent" || (giver.sysAdmin === null && !giver.permissions.has(rights[way])));
  const held = Map.groupBy(await heldBy(tx, userIds), ({ userId }) => userId);
  const { rows } =
    await sql<Subject>`select id, audience = 'bureau' as of_bureau, phone is not null and phone_proven = '1' as has_proven_phone, last_login_time is not null or must_change = 0 as was_used
    from app_user where id = any(${[...userIds]}::bigint[]) order by id`.execute(tx);
  const allowed = new Map<string, "free" | "unproven">();
  const failures: Failure[] = [];
  for (const { id, ofBureau, ...facts } of rows) {
    const roles = held.get(id) ?? [];
    const verdict = decide(way, {
      ...facts,
      isOwn: id === actor.userId,
      onLoan,
      ofBureau: ofBureau || roles.some(({ alias }) => sideOf(alias) === "bureau"),
      hasDuty: roles.some(isDuty),
    });
    if (isDenied(verdict)) failures.push(failureOf(denials[verdict], id));
    else allowed.set(id, verdict);
  }
  throwAll(failures);
  return allowed;
}
