import type { MenuItem } from "@jipei/contract/auth/menu.ts";
import { useLocation } from "react-router";
import type { Named } from "../i18n/language.ts";
import { useSession } from "../session/session.ts";

const find = (items: readonly MenuItem[], path: string): MenuItem | undefined => {
  for (const item of items) {
    const found = item.path === path ? item : find(item.children ?? [], path);
    if (found) return found;
  }
  return undefined;
};

/** The name of the current page in the menu, so that page, tab and menu agree; null where no entry leads there. */
export function useMenuName(): Named | null {
  const { menus } = useSession();
  const { pathname } = useLocation();
  const item = find(menus ?? [], pathname);
  return item ? { zh: item.name, en: item.nameEn ?? item.name } : null;
}
