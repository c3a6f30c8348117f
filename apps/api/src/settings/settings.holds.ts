import { question } from "../core/foundation/ports.ts";

/** The first of some aliases that no role has. */
export const unknownRole = question<readonly string[], string | undefined>("which of these roles does not exist?");
