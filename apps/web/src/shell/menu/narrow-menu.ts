import type { MenuItem, TopMenuItem } from "@jipei/contract/auth/menu.ts";

/** The part of the menu that belongs to a top menu: entries it names with all below them, and the branches that lead there. */
export function narrowTo(items: readonly MenuItem[], top: TopMenuItem | undefined): readonly MenuItem[] {
  const ids = top?.menuIds;
  if (!ids?.length) return items;
  return items.flatMap((item) => {
    if (ids.includes(item.id)) return [item];
    const children = narrowTo(item.children ?? [], top);
    return children.length ? [{ ...item, children: [...children] }] : [];
  });
}
