import type { Actor } from "../foundation/actor.ts";
import { limitRate } from "./rate-limit.ts";
import type { Services } from "../foundation/services.ts";

/** Values that a user may unmask in an hour. Deciding cases takes no more; more than that would be harvesting data. */
const perHour = 60;

/** Counts one masked value that a user sees in full or searches for exactly. @throws RATE_LIMIT */
export const countUnmask = (app: Services, actor: Actor): Promise<void> =>
  limitRate(app, "unmask", actor.userId, perHour, 60);
