/** What other domains ask about who signs in. */
export { actorOfUser } from './authenticate.ts'
/** For who lost what makes the codes. */
export { hasFactor, removeFactor } from './second-factor.ts'
export { linkRegistered } from './oidc-identities.ts'
