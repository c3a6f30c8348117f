import type { PageLink, PublicPageAddress } from "@jipei/contract/pages.ts";
import type { setupPath } from "@jipei/contract/setup/setup-path.ts";
import type { ReactNode } from "react";
import { type LinkProps, type NavigateOptions, Link as RouterLink, useNavigate } from "react-router";
import type { homePath, loginPath, onSitePath } from "../session/constants.ts";

/** What a page may link to: a page of the application or a public one, the same page with other parameters, or where one signs in. */
export type Address =
  | PageLink
  | PublicPageAddress
  | `?${string}`
  | "/"
  | typeof homePath
  | typeof loginPath
  | typeof onSitePath
  | `${typeof onSitePath}?${string}`
  | typeof setupPath;

/** The router's link; an address that no page has does not compile. Menus, whose addresses the server names, use the router's own. */
export const Link: (props: Omit<LinkProps, "to"> & { to: Address }) => ReactNode = RouterLink;

/** The router's `useNavigate`, for addresses that exist. */
export const useGo: () => (to: Address, options?: NavigateOptions) => void | Promise<void> = useNavigate;
