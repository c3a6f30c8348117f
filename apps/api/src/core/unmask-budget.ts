import type { Actor } from "./actor.ts";
import { limitRate } from "./rate-limit.ts";
import type { Services } from "./services.ts";

/** Masked values one user may see in an hour: more is reading a register, not deciding a case. */
const perHour = 60;

/** Counts one masked value that somebody asks for, in full or by an exact search. @throws RATE_LIMIT */
export const countUnmask = (app: Services, actor: Actor): Promise<void> =>
  limitRate(app, "unmask", actor.userId, perHour, 60);
