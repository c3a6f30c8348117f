import type { Access, Call } from "@jipei/contract/core/call.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import type { Actor } from "../foundation/actor.ts";
import { isOfTheInstallation, runsTheInstallation } from "../foundation/installation.ts";
import { Refusal } from "../foundation/refusal.ts";

/** A condition that an actor must meet to make a call. */
interface AccessCheck {
  name: "session" | "tenant" | "password" | "factor" | "audience" | "apiScope" | "permission";
  refusal: ErrorCode;
  passes: (actor: Actor, call: Call) => boolean;
}

const hasOwnPassword = ({ needsPassword }: Actor, { beforePassword }: Call) =>
  !needsPassword || beforePassword === true;
/** The password comes first: users who need both choose a password, and then set up their second factor. */
const hasFactor = ({ needsPassword, needsFactor }: Actor, { beforeFactor }: Call) =>
  !needsFactor || needsPassword === true || beforeFactor === true;
/**
 * Whether a signed-in actor makes a public call as themselves: not while a password or a second factor has to be set up, the screen is locked, or an API
 * scope closes the call to them. Then they get from it what a stranger gets.
 */
export const isOpenTo = (actor: Actor, call: Call): boolean =>
  hasOwnPassword(actor, call) &&
  hasFactor(actor, call) &&
  (call.whileLocked === true || !(actor.locked || actor.closedTo(call.path)));

/** The checks before every call, in their order. The page that explains a right runs the same checks, so that the two cannot differ. */
export const accessChecks: readonly AccessCheck[] = [
  { name: "session", refusal: "UNAUTHORIZED", passes: (actor) => actor.audience !== "public" },
  { name: "password", refusal: "PASSWORD_REQUIRED", passes: hasOwnPassword },
  { name: "factor", refusal: "FACTOR_REQUIRED", passes: hasFactor },
  {
    name: "tenant",
    refusal: "ROLE_DENIED",
    passes: (actor, { path }) => !isOfTheInstallation(path) || runsTheInstallation(actor),
  },
  {
    name: "audience",
    refusal: "ROLE_DENIED",
    passes: (actor, { audience }) => !audience || (audience as readonly string[]).includes(actor.audience),
  },
  { name: "apiScope", refusal: "ROLE_DENIED", passes: (actor, { path }) => !actor.closedTo(path) },
  {
    name: "permission",
    refusal: "ROLE_DENIED",
    passes: (actor, { access }) => access === "signedIn" || getKeys(access).some((key) => actor.permissions.has(key)),
  },
];

/**
 * Checks whether an actor may make a call.
 * @throws UNAUTHORIZED without a session where one is needed, SESSION_LOCKED until the screen is unlocked, PASSWORD_REQUIRED until users have
 * chosen a password of their own, FACTOR_REQUIRED until they have set up a second factor that a role requires, ROLE_DENIED without the right
 */
export function checkAccess(actor: Actor, call: Call): void {
  if (call.access === "public") return;
  if (actor.locked && !call.whileLocked) throw new Refusal("SESSION_LOCKED");
  for (const { passes, refusal } of accessChecks) if (!passes(actor, call)) throw new Refusal(refusal);
}

/** The button keys of a call that asks for one. */
export const getKeys = (access: Access): readonly string[] => (typeof access === "string" ? [access] : access);
