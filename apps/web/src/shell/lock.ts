import { getSession, setLock } from '../core/session.ts'
import { digest } from '../core/sm2.ts'
import { signOut } from '../core/sign-in.ts'

/** Wrong lock passwords in a row that end the session. */
export const lockAttempts = 5

/** The lock keeps only a digest, salted with the user, of what was typed. */
const digestOf = (password: string) => digest(`${getSession().info?.userId ?? ''}:${password}`)

/** Sets the lock password for this session and locks the screen. */
export async function lockWith(password: string): Promise<void> {
  setLock({ locked: true, digest: await digestOf(password), failures: 0 })
}

/** Locks with the password set before; false when there is none yet. */
export function lockAgain(): boolean {
  const { lock } = getSession()
  if (!lock) return false
  setLock({ ...lock, locked: true, failures: 0 })
  return true
}

/**
 * Tries to unlock. The fifth wrong password in a row logs out.
 * @returns attempts left, null when the password was right
 */
export async function unlock(password: string): Promise<number | null> {
  const { lock } = getSession()
  if (!lock) return null
  if ((await digestOf(password)) === lock.digest) {
    setLock({ ...lock, locked: false, failures: 0 })
    return null
  }
  const failures = lock.failures + 1
  setLock({ ...lock, failures })
  if (failures >= lockAttempts) await signOut()
  return lockAttempts - failures
}
