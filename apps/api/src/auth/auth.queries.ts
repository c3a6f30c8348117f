/** What other domains may ask about users who sign in. */
export { loadActor } from "./token/authenticate.ts";
/** Computes the codes of an authenticator from its secret. */
export { computeCode, getStep } from "./second-factor/totp.ts";
/** Second factors: of users who lost theirs, and of accounts that are created with one. */
export { hasFactor, newFactor, replaceFactor, removeFactor } from "./second-factor/second-factor.ts";
export { linkRegistered } from "./third-party/oidc-identities.ts";
/** Asks for the password again before an important action. */
export {
  isPasswordCorrect,
  limitPasswordTries,
  takeShownPassword,
  writeShownPassword,
} from "./sign-in/own-password.ts";
/** Ends sessions, and unlocks accounts. */
export { endSessions, endSessionsByNumber } from "./token/end-sessions.ts";
export { isLocked, lockDerived, lockedUntil, removeFailures, unlockUsers } from "./sign-in/unlock.ts";
export { wrongPasswords } from "./sign-in/throttle.ts";
export { sweepSignIns } from "./sign-in/sign-in-history.ts";
/** The third-party accounts of a user (`t`), as one text. */
export { identityNames } from "./third-party/identity-names.ts";
/** Port to later domains. */
export { signedIn } from "./auth.holds.ts";
