import { lazy, Suspense, useLayoutEffect, useMemo, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { hasUnsaved } from "../../core/form/dirty-guard.ts";
import { keptPages } from "../../core/session/constants.ts";
import { useDocumentTitle } from "../../core/page/document-title.ts";
import { findPage } from "../../core/page/registry.ts";
import { getAudience, useSession } from "../../core/session/session.ts";
import { usePhone, useWidth } from "../../core/ui/use-width.ts";
import { MenuDrawer } from "../menu/menu-drawer.tsx";
import { trail, visibleMenu } from "../menu/menu-tree.ts";
import { narrowTo } from "../menu/narrow-menu.ts";
import { Sidebar } from "../menu/sidebar.tsx";
import { TabBar } from "../tabs/tab-bar.tsx";
import { TabPanes } from "../tabs/tab-panes.tsx";
import { changeTabs, getTabs, useTabs } from "../tabs/tabs-store.ts";
import { openTab } from "../tabs/tabs.ts";
import { useTexts } from "../texts.ts";
import { useTitles } from "../tabs/titles.ts";
import { TopBar } from "../top-bar/top-bar.tsx";
import "../../core/theme/common.css";

const BottomBar = lazy(() => import("../phone/bottom-bar.tsx"));
const Palette = lazy(() => import("../search/palette.tsx"));

interface Props {
  guest: boolean;
  /** Whether the search is open, and what opens and closes it. */
  searching: boolean;
  onSearch: (searching: boolean) => void;
}

/** Top bar, sidebar, tabs and the page. A guest sees only that their account waits for approval. */
export function Frame({ guest, searching, onSearch }: Props) {
  const t = useTexts();
  const location = useLocation();
  const width = useWidth();
  const phone = usePhone();
  const { info } = useSession();
  const person = phone && info !== null && !guest && getAudience(info) === "person";
  const [collapsed, setCollapsed] = useState(width < 3);
  const [drawer, setDrawer] = useState(false);
  const { all, shown, top, setTop } = useMenus();

  // A narrower screen folds the menu, a wider one unfolds it; in between the user decides.
  const [lastWidth, setLastWidth] = useState(width);
  if (width !== lastWidth) {
    setLastWidth(width);
    setCollapsed(width < 3);
    setDrawer(false);
  }

  const page = findPage(location.pathname);
  const allowed = page !== null && (page.title !== null || trail(all, location.pathname).length > 0);
  const passing = page?.tab === false;
  useLayoutEffect(() => {
    if (allowed) changeTabs(openTab(getTabs(), location, keptPages, hasUnsaved, passing));
  }, [allowed, location, passing]);

  const refusal = page ? "/403" : "/404";
  return (
    <div className="frame" data-width={width} data-person={person || undefined}>
      {/* Beside the pages, which stay as they are. */}
      {(!page || (!allowed && !guest)) && <Navigate to={refusal} replace />}
      <a className="frame-skip" href="#page">
        {t("skip")}
      </a>
      <Title />
      <TopBar
        collapsed={collapsed}
        onToggleMenu={() => (phone ? setDrawer(true) : setCollapsed(!collapsed))}
        onSearch={() => onSearch(true)}
        top={top}
        onTop={setTop}
      />
      <div className="frame-body">
        {!phone && (
          <aside className={collapsed ? "frame-side frame-side-rail" : "frame-side"}>
            <Sidebar items={shown} rail={collapsed} />
          </aside>
        )}
        <div className="frame-pages">
          {!person && <TabBar />}
          <main id="page" className="frame-content" tabIndex={-1}>
            {guest ? <Guest /> : <TabPanes />}
          </main>
        </div>
      </div>
      {person && (
        <Suspense fallback={null}>
          <BottomBar items={all} />
        </Suspense>
      )}
      {drawer && <MenuDrawer items={all} onClose={() => setDrawer(false)} />}
      {searching && (
        <Suspense fallback={null}>
          <Palette items={all} onClose={() => onSearch(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The menu of the user: all of it, and what the chosen entry of the top menu shows. */
function useMenus() {
  const { info, menus, topMenus } = useSession();
  const [top, setTop] = useState<string | null>(null);
  const all = useMemo(
    () => visibleMenu(menus ?? [], (info?.authority ?? "").split(","), (path) => findPage(path) !== null),
    [menus, info?.authority],
  );
  const shown = useMemo(
    () =>
      narrowTo(
        all,
        topMenus.find(({ id }) => id === top),
      ),
    [all, topMenus, top],
  );
  return { all, shown, top, setTop };
}

/** Keeps the title of the window in step with the tab on screen, also when the language changes. */
function Title() {
  const { list, active } = useTabs();
  const getTitle = useTitles();
  const tab = list.find(({ path }) => path === active);
  useDocumentTitle(tab ? getTitle(tab) : null);
  return null;
}

function Guest() {
  const t = useTexts();
  return (
    <div className="page-failure" role="status">
      <h1>{t("guest.title")}</h1>
      <p>{t("guest.text")}</p>
    </div>
  );
}
