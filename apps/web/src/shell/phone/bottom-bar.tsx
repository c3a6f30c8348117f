import type { MenuItem } from "@jipei/contract/auth/menu.ts";
import { Link, useLocation } from "react-router";
import { useLanguage } from "../../core/i18n/language.ts";
import { MenuIcon } from "../../core/ui/menu-icon.tsx";
import { getPath, menuName } from "../menu/menu-tree.ts";
import { useTexts } from "../texts.ts";
import { bottomItems } from "./bottom-items.ts";
import "./bottom-bar.css";

/** On a phone of a person: the pages that people open most, in reach of the thumb; the rest of the menu stays behind its button. */
export default function BottomBar({ items }: { items: readonly MenuItem[] }) {
  const t = useTexts();
  const language = useLanguage();
  const { pathname } = useLocation();
  return (
    <nav className="bottom-bar" aria-label={t("menu.often")}>
      {bottomItems(items).map((item) => (
        <Link key={item.id} to={getPath(item)} aria-current={getPath(item) === pathname ? "page" : undefined}>
          <MenuIcon name={item.icon} />
          <span>{menuName(item, language)}</span>
        </Link>
      ))}
    </nav>
  );
}
