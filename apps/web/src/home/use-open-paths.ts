import { findPage } from "../core/registry.ts";
import { useSession } from "../core/session.ts";
import { leaves, pathOf, visibleMenu } from "../shell/menu-tree.ts";

/** Tells whether the user's menu leads to the page of an address: a link that ends at «forbidden» is none. */
export function useOpenPaths(): (address: string) => boolean {
  const { info, menus } = useSession();
  const aliases = (info?.authority ?? "").split(",");
  const paths = new Set(leaves(visibleMenu(menus ?? [], aliases, (path) => findPage(path) !== null)).map(pathOf));
  return (address) => paths.has(address.split("?")[0] as string);
}
