import { setupPath } from "@jipei/contract/setup/setup-path.ts";

/** State of a link to the login page: a user who signs in there continues with the setup. */
export const cameFromSetup = { from: setupPath, user: null };
