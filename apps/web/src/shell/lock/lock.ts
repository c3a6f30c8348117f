import { lockAttempts, lockScreen, unlockScreen } from "@jipei/contract/auth/lock.ts";
import { invoke } from "../../core/api/call-client.ts";
import { getSession, setLock } from "../../core/session/session.ts";
import { encryptForServer, signOut } from "../../core/session/sign-in.ts";

export { lockAttempts };

/** Sets the lock password of this session on the server, which refuses all other calls from then on. @throws CallError, which the user has seen */
export async function lockWith(password: string): Promise<void> {
  await invoke(lockScreen, { password: await encryptForServer(password) });
}

/** Locks with the password set before; false when there is none yet. @throws CallError, which the user has seen */
export async function lockAgain(): Promise<boolean> {
  if (!getSession().lock) return false;
  await invoke(lockScreen, {});
  setLock({ locked: true });
  return true;
}

/**
 * Tries to unlock. The fifth wrong password in a row ends the session.
 * @returns attempts left, null when the password was right
 * @throws CallError; when the session has ended meanwhile, the user is on the login page
 */
export async function unlock(password: string): Promise<number | null> {
  const { left = null } = await invoke(unlockScreen, { password: await encryptForServer(password) }, { silent: true });
  if (left === null) setLock({ locked: false });
  else if (left === 0) await signOut();
  return left;
}
