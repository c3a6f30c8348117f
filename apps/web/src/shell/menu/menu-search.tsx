import type { MenuItem } from "@jipei/contract/auth/menu.ts";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { useLanguage } from "../../core/i18n/language.ts";
import { isOutside, menuName, getPath, searchMenu, trail } from "./menu-tree.ts";
import { Modal } from "../top-bar/modal.tsx";
import { useTexts } from "../texts.ts";
import "./menu-search.css";

const getOptionId = (index: number) => `menu-search-${index}`;

/** Finds a page by the beginning of its menu name. Esc closes, arrows choose, Enter opens. */
export function MenuSearch({ items, onClose }: { items: readonly MenuItem[]; onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = searchMenu(items, typed).slice(0, 20);

  function go(item: MenuItem | undefined) {
    if (!item) return;
    onClose();
    if (isOutside(item) && item.isOpen === "2") window.open(item.path, "_blank", "noopener,noreferrer");
    else void navigate(getPath(item));
  }

  function keys(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === "Enter") go(found[chosen]);
  }

  return (
    <Modal className="menu-search" label={t("search.title")} onClose={onClose}>
      <div className="menu-search-body">
        <input
          className="menu-search-field"
          autoFocus
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls="menu-search-list"
          aria-activedescendant={found[chosen] ? getOptionId(chosen) : undefined}
          aria-label={t("search.title")}
          placeholder={t("search.placeholder")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={keys}
        />
        <ul id="menu-search-list" role="listbox" aria-label={t("search.title")}>
          {found.map((item, index) => (
            <li
              key={item.id}
              id={getOptionId(index)}
              role="option"
              aria-selected={index === chosen}
              onMouseEnter={() => setChosen(index)}
              onClick={() => go(item)}
            >
              <Found items={items} item={item} />
            </li>
          ))}
        </ul>
        <p className="menu-search-hint" role="status">
          {typed.trim() && found.length === 0 ? t("search.none") : t("search.hint")}
        </p>
      </div>
    </Modal>
  );
}

/** A page that was found, and under which menus it stands. */
function Found({ items, item }: { items: readonly MenuItem[]; item: MenuItem }) {
  const language = useLanguage();
  const above = trail(items, getPath(item)).slice(0, -1);
  return (
    <>
      <span>{menuName(item, language)}</span>
      <span className="menu-search-trail">{above.map((one) => menuName(one, language)).join(" / ")}</span>
    </>
  );
}
