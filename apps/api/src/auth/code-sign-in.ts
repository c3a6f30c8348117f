import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { useCode } from "../notices/notices.queries.ts";
import { afterFailure, type Attempt, countFailure } from "./throttle.ts";
import { tokenFailure } from "./token-failure.ts";

/** Uses up the code sent to a phone. A wrong one counts against number and address like a wrong password, besides the five tries it has. @throws TokenRefusal */
export async function checkCode(app: Services, attempt: Attempt, phone: string, code: string): Promise<void> {
  try {
    await app.db.transaction().execute((tx) => useCode(tx, app, "login", phone, code));
  } catch (error) {
    if (error instanceof Refusal && error.code === "CODE_INVALID")
      throw tokenFailure("code", afterFailure(await countFailure(app, attempt)));
    throw error;
  }
}
