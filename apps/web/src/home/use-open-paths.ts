import type { PageLink } from "@jipei/contract/pages.ts";
import { findPage } from "../core/page/registry.ts";
import { useSession } from "../core/session/session.ts";
import { leaves, getPath, visibleMenu } from "../shell/menu/menu-tree.ts";

/** Whether the user's menu leads to the page of an address: a link that ends at «forbidden» is none. */
export function useOpenPaths(): (address: string) => address is PageLink {
  const { info, menus } = useSession();
  const aliases = (info?.authority ?? "").split(",");
  const paths = new Set(leaves(visibleMenu(menus ?? [], aliases, (path) => findPage(path) !== null)).map(getPath));
  return (address): address is PageLink => paths.has(address.split("?")[0] as string);
}
