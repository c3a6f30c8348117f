import { homePath, lockPath, loginPath } from "../../core/session/constants.ts";

export interface GuardState {
  signedIn: boolean;
  locked: boolean;
  /** Whether the address is open without signing in. */
  open: boolean;
}

/**
 * The route guard.
 * @returns where to go instead, null when the address may be shown
 */
export function guardRule(pathname: string, { signedIn, locked, open }: GuardState): string | null {
  if (open) return null;
  if (!signedIn) return pathname === loginPath ? null : loginPath;
  if (locked) return pathname === lockPath ? null : lockPath;
  if (pathname === loginPath || pathname === lockPath) return "/";
  return pathname === "/" || pathname === "/wel" || pathname === "/wel/" ? homePath : null;
}
