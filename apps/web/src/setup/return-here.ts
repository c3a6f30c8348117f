import { setupPath } from "@jipei/contract/setup/setup-path.ts";

/** State of a link to the login page: whoever signs in there goes on with the set-up. */
export const cameFromSetup = { from: setupPath, user: null };
