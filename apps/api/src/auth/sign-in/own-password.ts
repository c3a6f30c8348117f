import type { Actor } from "../../core/foundation/actor.ts";
import type { Db } from "../../core/database/db.ts";
import { checkPassword } from "../../core/security/password.ts";
import { limitRate } from "../../core/security/rate-limit.ts";
import type { Services } from "../../core/foundation/services.ts";

/** Somebody who found an open session must not be able to guess the password. @throws RATE_LIMIT */
export const limitPasswordTries = (app: Services, actor: Actor): Promise<void> =>
  limitRate(app, "own password", actor.userId, 10, 10);

/** Whether this is the password of the user. */
export async function isPasswordCorrect(db: Db, userId: string, password: string): Promise<boolean> {
  const user = await db.selectFrom("credential").select("passwordHash").where("id", "=", userId).executeTakeFirst();
  return checkPassword(user?.passwordHash ?? null, password);
}
