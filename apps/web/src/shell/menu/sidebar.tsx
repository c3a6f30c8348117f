import type { MenuItem } from "@jipei/contract/auth/menu.ts";
import { DownOutlined } from "@ant-design/icons";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { useLanguage } from "../../core/i18n/language.ts";
import { findPage } from "../../core/page/registry.ts";
import { MenuIcon } from "../../core/ui/menu-icon.tsx";
import { isOutside, menuName, getPath, trail } from "./menu-tree.ts";
import { Popover } from "../top-bar/popover.tsx";
import { useTexts } from "../texts.ts";
import "./sidebar.css";

/** The menu tree. `rail` shows icons only, branches open beside them. */
export function Sidebar({ items, rail = false }: { items: readonly MenuItem[]; rail?: boolean }) {
  const t = useTexts();
  if (items.length === 0) return <p className="sidebar-empty">{rail ? null : t("menu.empty")}</p>;
  return (
    <nav className={rail ? "sidebar sidebar-rail" : "sidebar"} aria-label={t("menu.label")}>
      {rail ? <Rail items={items} /> : <Level items={items} />}
    </nav>
  );
}

/** One level of the tree; of its branches one is open at a time, at first the one the page on screen belongs to. */
function Level({ items, nested = false }: { items: readonly MenuItem[]; nested?: boolean }) {
  const { pathname } = useLocation();
  const here = trail(items, pathname)[0]?.id ?? null;
  const [open, setOpen] = useState<{ id: string | null; at: string | null }>({ id: here, at: here });
  // Moving to a page of another branch opens that branch.
  if (here !== open.at) setOpen({ id: here ?? open.id, at: here });
  return (
    <ul className={nested ? "menu menu-nested" : "menu"}>
      {items.map((item) => (
        <li key={item.id}>
          {item.children ? (
            <Branch
              item={item}
              open={open.id === item.id}
              onToggle={() => setOpen({ id: open.id === item.id ? null : item.id, at: here })}
            />
          ) : (
            <Leaf item={item} icon={!nested} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Branch({ item, open, onToggle }: { item: MenuItem; open: boolean; onToggle: () => void }) {
  const name = menuName(item, useLanguage());
  return (
    <>
      <button type="button" className="menu-row" aria-expanded={open} onClick={onToggle}>
        <MenuIcon name={item.icon} />
        <span className="menu-name">{name}</span>
        <DownOutlined className="menu-arrow" />
      </button>
      {open && <Level items={item.children ?? []} nested />}
    </>
  );
}

function Leaf({
  item,
  icon,
  bare = false,
  onGo,
}: {
  item: MenuItem;
  icon: boolean;
  bare?: boolean;
  onGo?: () => void;
}) {
  const t = useTexts();
  const name = menuName(item, useLanguage());
  const { pathname } = useLocation();
  const content = (
    <>
      {icon && <MenuIcon name={item.icon} />}
      {!bare && <span className="menu-name">{name}</span>}
    </>
  );
  if (isOutside(item) && item.isOpen === "2")
    return (
      <a
        className="menu-row"
        href={item.path}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("menu.outside", { name })}
        title={name}
        onClick={onGo}
      >
        {content}
      </a>
    );
  const path = getPath(item);
  const preload = () => findPage(path)?.preload();
  return (
    <Link
      className="menu-row"
      to={path}
      aria-current={path === pathname ? "page" : undefined}
      aria-label={bare ? name : undefined}
      title={name}
      onClick={onGo}
      onMouseEnter={preload}
      onFocus={preload}
    >
      {content}
    </Link>
  );
}

function Rail({ items }: { items: readonly MenuItem[] }) {
  const language = useLanguage();
  const { pathname } = useLocation();
  return (
    <ul className="menu">
      {items.map((item) => (
        <li key={item.id} className={trail([item], pathname).length ? "menu-here" : undefined}>
          {item.children ? (
            <Popover
              label={menuName(item, language)}
              className="menu-row"
              place="beside"
              panelClass="menu-flyout"
              button={<MenuIcon name={item.icon} />}
            >
              {(close) => <Flyout item={item} close={close} />}
            </Popover>
          ) : (
            <Leaf item={item} icon bare />
          )}
        </li>
      ))}
    </ul>
  );
}

function Flyout({ item, close }: { item: MenuItem; close: () => void }) {
  const language = useLanguage();
  return (
    <>
      <div className="popover-note">{menuName(item, language)}</div>
      <ul className="menu">
        {item.children?.map((child) => (
          <li key={child.id}>
            {child.children ? <Flyout item={child} close={close} /> : <Leaf item={child} icon={false} onGo={close} />}
          </li>
        ))}
      </ul>
    </>
  );
}
