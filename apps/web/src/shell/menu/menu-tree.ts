import type { MenuItem } from "@jipei/contract/auth/menu.ts";
import type { Language } from "../../core/i18n/language.ts";

/** Names are Chinese; the English name is used where there is one. */
export const menuName = (item: { name: string; nameEn?: string | null }, of: Language): string =>
  (of === "en" && item.nameEn) || item.name;

export const isOutside = (item: MenuItem): boolean => /^https?:\/\//i.test(item.path);

/** The address of an entry inside the product: its route, or the frame page for an external address that is not opened in a new window. */
export const getPath = (item: MenuItem): string => (isOutside(item) ? `/myiframe/${item.menuNo}` : item.path);

/**
 * The menu as this user sees it: entries for their roles, whose page exists, by their order; branches without any such entry are left out.
 * @param aliases of the user's roles
 * @param exists whether there is a page at a route
 */
export function visibleMenu(
  items: readonly MenuItem[],
  aliases: readonly string[],
  exists: (path: string) => boolean,
): MenuItem[] {
  return items
    .filter(({ roles }) => !roles?.length || roles.some((alias) => aliases.includes(alias)))
    .map((item) => (item.children?.length ? { ...item, children: visibleMenu(item.children, aliases, exists) } : item))
    .filter((item) => (item.children ? item.children.length > 0 : isOutside(item) || exists(item.path)))
    .sort((a, b) => a.orderBy - b.orderBy);
}

export const leaves = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.children ? leaves(item.children) : [item]));

/** The entries from the root down to the one that leads to the path. */
export function trail(items: readonly MenuItem[], path: string): MenuItem[] {
  for (const item of items) {
    if (!item.children) {
      if (getPath(item) === path) return [item];
      continue;
    }
    const rest = trail(item.children, path);
    if (rest.length) return [item, ...rest];
  }
  return [];
}
