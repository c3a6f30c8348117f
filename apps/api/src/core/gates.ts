import type { Access, Call } from "@jipei/contract/core/call.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import type { Actor } from "./actor.ts";
import { isOfTheInstallation, runsTheInstallation } from "./installation.ts";
import { Refusal } from "./refusal.ts";

/** Something that an actor must pass to make a call. */
interface CallGate {
  name: "session" | "tenant" | "password" | "factor" | "audience" | "apiScope" | "permission";
  refusal: ErrorCode;
  opens: (actor: Actor, call: Call<any, any>) => boolean;
}

const hasOwnPassword = ({ owesPassword }: Actor, { beforePassword }: Call<any, any>) =>
  !owesPassword || beforePassword === true;
/** The password comes first: who owes both chooses that, and then sets up his second factor. */
const hasFactor = ({ owesPassword, owesFactor }: Actor, { beforeFactor }: Call<any, any>) =>
  !owesFactor || owesPassword === true || beforeFactor === true;
/** Whether nothing that the actor has yet to set up stands before the call. */
export const owesNothing = (actor: Actor, call: Call<any, any>): boolean =>
  hasOwnPassword(actor, call) && hasFactor(actor, call);

/** What stands before every call, in the order it is asked. What explains a right asks the same gates, so that the two cannot differ. */
export const callGates: readonly CallGate[] = [
  { name: "session", refusal: "UNAUTHORIZED", opens: (actor) => actor.audience !== "public" },
  { name: "password", refusal: "PASSWORD_REQUIRED", opens: hasOwnPassword },
  { name: "factor", refusal: "FACTOR_REQUIRED", opens: hasFactor },
  {
    name: "tenant",
    refusal: "ROLE_DENIED",
    opens: (actor, { path }) => !isOfTheInstallation(path) || runsTheInstallation(actor),
  },
  {
    name: "audience",
    refusal: "ROLE_DENIED",
    opens: (actor, { audience }) => !audience || (audience as readonly string[]).includes(actor.audience),
  },
  { name: "apiScope", refusal: "ROLE_DENIED", opens: (actor, { path }) => !actor.closedTo(path) },
  {
    name: "permission",
    refusal: "ROLE_DENIED",
    opens: (actor, { access }) => access === "signedIn" || keysOf(access).some((key) => actor.permissions.has(key)),
  },
];

/** @throws UNAUTHORIZED without a session where one is needed, SESSION_LOCKED until the screen is unlocked,
 * PASSWORD_REQUIRED before a password of his own is chosen, FACTOR_REQUIRED before the second factor that a role asks for is set up, ROLE_DENIED without the right */
export function checkAccess(actor: Actor, call: Call<any, any>): void {
  if (call.access === "public") return;
  if (actor.locked && !call.whileLocked) throw new Refusal("SESSION_LOCKED");
  for (const { opens, refusal } of callGates) if (!opens(actor, call)) throw new Refusal(refusal);
}

/** The button keys of a call that asks for one. */
export const keysOf = (access: Access): readonly string[] => (typeof access === "string" ? [access] : access);
