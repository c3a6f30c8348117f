import { question } from "../core/foundation/ports.ts";

/** Asked with the id of a user whose session has begun. */
export const signedIn = question<string, void>("after a sign-in");
