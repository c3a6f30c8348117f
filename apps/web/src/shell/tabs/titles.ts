import { useLabel, useLanguage } from "../../core/i18n/language.ts";
import { findPage } from "../../core/page/registry.ts";
import { useSession } from "../../core/session/session.ts";
import { menuName, trail } from "../menu/menu-tree.ts";
import type { Tab } from "./tabs.ts";

/** The title of a tab: what its page calls itself, else the name of its menu entry, else the page's fixed title. */
export function useTitles(): (tab: Pick<Tab, "path" | "title">) => string {
  const { menus } = useSession();
  const language = useLanguage();
  const label = useLabel();
  return ({ path, title }) => {
    if (title) return title;
    const entry = trail(menus ?? [], path).at(-1);
    if (entry) return menuName(entry, language);
    const page = findPage(path);
    return page?.title ? label(page.title) : path;
  };
}
