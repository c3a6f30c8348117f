import { lockAttempts, lockScreen, unlockScreen } from "@jipei/contract/auth/lock.ts";
import { invoke } from "../core/call-client.ts";
import { getSession, setLock } from "../core/session.ts";
import { encryptForServer, signOut } from "../core/sign-in.ts";

export { lockAttempts };

/** Sets the lock password of this session at the server, which from then on answers nothing else. @throws CallError, told */
export async function lockWith(password: string): Promise<void> {
  await invoke(lockScreen, { password: await encryptForServer(password) });
}

/** Locks with the password set before; false when there is none yet. @throws CallError, told */
export async function lockAgain(): Promise<boolean> {
  if (!getSession().lock) return false;
  await invoke(lockScreen, {});
  setLock({ locked: true });
  return true;
}

/**
 * Tries to unlock. The fifth wrong password in a row ends the session.
 * @returns attempts left, null when the password was right
 * @throws CallError; when the session has ended meanwhile, whoever was locked out stands before the login page
 */
export async function unlock(password: string): Promise<number | null> {
  const { left = null } = await invoke(unlockScreen, { password: await encryptForServer(password) }, { silent: true });
  if (left === null) setLock({ locked: false });
  else if (left === 0) await signOut();
  return left;
}
