import { useGo } from "../../core/page/link.ts";
import { homePath } from "../../core/session/constants.ts";
import { useLanguage } from "../../core/i18n/language.ts";
import { useSession } from "../../core/session/session.ts";
import { menuName } from "./menu-tree.ts";
import { useTexts } from "../texts.ts";

/** The home item and what the top-menu call answers; choosing one narrows the sidebar to its menus. */
export function TopMenu({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const t = useTexts();
  const language = useLanguage();
  const navigate = useGo();
  const { topMenus } = useSession();
  return (
    <nav className="top-menu" aria-label={t("top.label")}>
      <button
        type="button"
        aria-pressed={value === null}
        onClick={() => {
          onChange(null);
          void navigate(homePath);
        }}
      >
        {t("home")}
      </button>
      {topMenus.map((item) => (
        <button key={item.id} type="button" aria-pressed={value === item.id} onClick={() => onChange(item.id)}>
          {menuName(item, language)}
        </button>
      ))}
    </nav>
  );
}
