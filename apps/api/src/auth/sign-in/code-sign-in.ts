import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { useCode } from "../../notices/notices.queries.ts";
import { afterFailure, type Attempt, countFailure } from "./throttle.ts";
import { tokenFailure } from "../token/token-failure.ts";

/** Uses up the code sent to a phone. A wrong code counts for number and IP address like a wrong password; a code has five tries besides. @throws TokenRefusal */
export async function checkCode(app: Services, attempt: Attempt, phone: string, code: string): Promise<void> {
  try {
    await app.db.transaction().execute((tx) => useCode(tx, app, "login", phone, code));
  } catch (error) {
    if (error instanceof Refusal && error.code === "CODE_INVALID")
      throw tokenFailure("code", afterFailure(await countFailure(app, attempt)));
    throw error;
  }
}
