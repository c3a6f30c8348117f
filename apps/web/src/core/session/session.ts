import type { MenuItem, TopMenuItem } from "@jipei/contract/auth/menu.ts";
import type { SessionInfo } from "@jipei/contract/auth/auth.ts";
import type { Audience } from "@jipei/contract/core/audience.ts";
import { type Machine, getPermission } from "@jipei/contract/core/machine.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { roles } from "@jipei/contract/core/roles.ts";
import type { Viewer } from "@jipei/contract/core/fields/sight.ts";
import type { PermissionKey, ResourceKey, Right } from "@jipei/contract/permissions.ts";
import { useSyncExternalStore } from "react";
import { getStore, removeStore, setStore, storeKey } from "./storage.ts";
import { clearToken } from "./tokens.ts";

/** Who is signed in, what they may see and do. One per browser; other browser tabs follow through storage events. */
export interface Session {
  info: SessionInfo | null;
  /** The data came with the sign-in a moment ago. */
  fresh: boolean;
  /** null until loaded. */
  menus: MenuItem[] | null;
  topMenus: TopMenuItem[];
  /** Button keys the user has. */
  permissions: Readonly<Record<string, true>>;
  /** The screen lock as the server last said, for all windows of the browser; null while there is no lock password. */
  lock: { locked: boolean } | null;
  /** The last session ended by itself: the login page says why it is shown. */
  expired: boolean;
}

const infoStore = "userInfo";
const lockStore = "lock";

const signedOut: Session = {
  info: null,
  fresh: false,
  menus: null,
  topMenus: [],
  permissions: {},
  lock: null,
  expired: false,
};
const read = (): Session => ({
  ...signedOut,
  info: getStore({ name: infoStore }),
  lock: getStore({ name: lockStore }),
});

let session: Session = read();
let previous: string | null = null;
const listeners = new Set<() => void>();

function change(next: Session): void {
  if (session.info) previous = session.info.userId;
  session = next;
  for (const listener of listeners) listener();
}

export const getSession = (): Session => session;

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Id of the user who was signed in before, since the window was opened. */
export const previousUser = (): string | null => previous;

export const useSession = (): Session => useSyncExternalStore(onSession, getSession);

/** Stores the user's data; a new sign-in starts without the lock and the menus of the last one. */
export function startSession(info: SessionInfo): void {
  setStore({ name: infoStore, content: info });
  removeStore({ name: lockStore });
  change({ ...signedOut, info, fresh: true });
}

/** Takes fresh data of the user who is signed in. @param fresh they came with a token a moment ago, and need not be asked for */
export function updateInfo(info: SessionInfo, fresh = false): void {
  setStore({ name: infoStore, content: info });
  change({ ...session, info, fresh });
}

export const setMenus = (menus: MenuItem[], topMenus: TopMenuItem[], permissions: Session["permissions"]): void =>
  change({ ...session, menus, topMenus, permissions });

/** Drops everything of the session: tokens, user, menus, permissions, tabs, lock. */
export function endSession(): void {
  clearToken();
  for (const name of [infoStore, lockStore]) removeStore({ name });
  removeStore({ name: "tabs", type: "session" });
  change(signedOut);
}

/** Ends a session that the server no longer knows. */
export function expireSession(): void {
  endSession();
  change({ ...signedOut, expired: true });
}

export function setLock(lock: Session["lock"]): void {
  if (lock) setStore({ name: lockStore, content: lock });
  else removeStore({ name: lockStore });
  change({ ...session, lock });
}

/** A user that cannot do anything yet: no id, or the negative one of a registration that waits for approval. */
export const isGuest = (info: SessionInfo): boolean => !info.userId || info.userId.startsWith("-");

/** Whether the user has yet to replace a password that somebody else made. */
export const needsNewPassword = (info: SessionInfo): boolean => info.extData.mustChangePassword === true;

/** Whether a role of the user requires a second factor that they have yet to set up. */
export const needsSecondFactor = (info: SessionInfo): boolean => info.extData.mustSetUpFactor === true;

/** Audience of a user, by the first of their roles. */
export function getAudience(info: SessionInfo): Audience {
  const alias = info.authority.split(",")[0] as RoleAlias;
  return roles[alias]?.audience ?? "person";
}

/** The user as far as it decides what is masked. */
export const getViewer = ({ info }: Session): Viewer =>
  info ? { roles: info.authority.split(","), audience: getAudience(info) } : { roles: [], audience: "public" };

/** Whether the signed-in user has the button key, or any one of several. */
export const can = (key: PermissionKey | readonly PermissionKey[], of: Session = session): boolean =>
  typeof key === "string" ? of.permissions[key] === true : key.some((one) => of.permissions[one] === true);

export const useCan = (key: PermissionKey | readonly PermissionKey[]): boolean => can(key, useSession());

/** Whether the signed-in user has a right to rows of a resource that a page is told. */
export const canDo = (resource: ResourceKey, right: Right, of: Session = session): boolean =>
  of.permissions[`${resource}_${right}`] === true;

/** Whether the signed-in user belongs to an audience; nobody does before the sign-in. */
export function useIsOf(audience: Audience): boolean {
  const { info } = useSession();
  return info !== null && getAudience(info) === audience;
}

/** Whether the signed-in user may take an action of a machine, as far as their permissions go. */
export const canMove = <A extends string>(
  machine: Machine<string, A>,
  action: NoInfer<A>,
  of: Session = session,
): boolean => of.permissions[getPermission(machine, action)] === true;

// Another tab signed in, out, or locked the screen. Another user has other permissions and other rows: reload.
window.addEventListener("storage", ({ key }) => {
  if (key !== storeKey(infoStore) && key !== storeKey(lockStore) && key !== null) return;
  const next = read();
  if (next.info?.userId !== session.info?.userId && next.info && session.info) return window.location.reload();
  if (!next.info) clearToken();
  change(next.info ? { ...session, info: next.info, lock: next.lock } : signedOut);
});
