import { call } from "../core/call.ts";
import { int, text } from "../core/fields/field.ts";
import { record } from "../core/fields/shape.ts";

/** Wrong lock passwords in a row that end the session. */
export const lockAttempts = 5;

const path = "/api/blade-auth/oauth";
const locks = { method: "POST", access: "signedIn", beforePassword: true, whileLocked: true } as const;

/**
 * Locks the screen: until it is unlocked the session may do nothing else, from any window. Without a password the one that this session
 * was locked with before counts again.
 */
export const lockScreen = call({
  ...locks,
  name: "Auth.lock",
  path: `${path}/lock`,
  zh: "锁屏",
  en: "Lock the screen",
  input: record({ password: text(1000, "锁屏密码", "Lock password", "optional", { writeOnly: true }) }),
});

/** Unlocks the screen. Answers how many attempts are left after a wrong password, nothing after the right one; with none left the session has ended. */
export const unlockScreen = call({
  ...locks,
  name: "Auth.unlock",
  path: `${path}/unlock`,
  zh: "解锁屏幕",
  en: "Unlock the screen",
  input: record({ password: text(1000, "锁屏密码", "Lock password", "required", { writeOnly: true }) }),
  output: record({ left: int("剩余次数", "Attempts left") }),
});
