import { setupPath } from "@jipei/contract/setup/setup-path.ts";
import type { ReactNode } from "react";
import { type Location, Navigate, useLocation } from "react-router";
import { homePath, loginPath } from "../../core/session/constants.ts";
import { openPages } from "../../core/page/public-pages.ts";
import { previousUser, useSession } from "../../core/session/session.ts";
import { guardRule } from "./guard-rules.ts";

const open = new Set(["/403", "/404", "/500", setupPath, ...openPages.map(({ path }) => path)]);

/** Where a redirect came from, so that signing in again or unlocking leads back there; another user starts at home. */
interface CameFrom {
  from: string;
  user: string | null;
}

/** Where the guard leads from the address as it is; null while it may be shown. */
export function useRedirect(): string | null {
  const { info, lock } = useSession();
  const { pathname } = useLocation();
  return guardRule(pathname, {
    signedIn: info !== null,
    locked: lock?.locked === true,
    open: open.has(pathname),
  });
}

/** Shows its children only where the user may be; redirects otherwise. */
export function Guard({ children }: { children: ReactNode }) {
  const { info } = useSession();
  const location: Location<unknown> = useLocation();
  const { pathname, search, state } = location;
  const target = useRedirect();

  if (target === null) return children;
  const came = state as CameFrom | null;
  if (target === "/")
    return <Navigate to={came && (came.user ?? info?.userId) === info?.userId ? came.from : "/"} replace />;
  const from: CameFrom | null =
    target === homePath || pathname === loginPath
      ? null
      : { from: pathname + search, user: info?.userId ?? previousUser() };
  return <Navigate to={target} replace state={from} />;
}
