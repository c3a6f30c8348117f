/** What other domains ask about who signs in. */
export { actorOfUser } from './authenticate.ts'
