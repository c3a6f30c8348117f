/** What other domains ask about who signs in. */
export { actorOfUser } from "./authenticate.ts";
/** The code of an authenticator, for who was given its secret. */
export { codeOfStep, stepOf } from "./totp.ts";
/** For who lost what makes the codes, and for who is made with a second factor. */
export { hasFactor, newFactor, placeFactor, removeFactor } from "./second-factor.ts";
export { linkRegistered } from "./oidc-identities.ts";
