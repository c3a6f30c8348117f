import { Link } from "react-router";
import { useLanguage } from "../core/i18n/language.ts";
import { findPage } from "../core/page/registry.ts";
import { useSession } from "../core/session/session.ts";
import { isOutside, leaves, menuName, getPath, visibleMenu } from "../shell/menu/menu-tree.ts";
import { useTexts } from "./texts.ts";

/** The user's menu as groups of links. */
export function QuickLinks() {
  const t = useTexts();
  const language = useLanguage();
  const { info, menus } = useSession();
  const aliases = (info?.authority ?? "").split(",");
  const groups = visibleMenu(menus ?? [], aliases, (path) => findPage(path) !== null)
    .map((group) => ({ group, entries: leaves(group.children ?? []).filter((leaf) => !isOutside(leaf)) }))
    .filter(({ entries }) => entries.length > 0);
  if (groups.length === 0) return null;
  return (
    <nav className="quick-links" aria-label={t("quickLinks")}>
      {groups.map(({ group, entries }) => (
        <section key={group.id}>
          <h2>{menuName(group, language)}</h2>
          <ul>
            {entries.map((leaf) => (
              <li key={leaf.id}>
                <Link to={getPath(leaf)}>{menuName(leaf, language)}</Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
