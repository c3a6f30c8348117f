import { memo, Suspense, useCallback } from "react";
import { Route, Routes } from "react-router";
import type { Location } from "react-router";
import { Kept } from "../../core/page/kept.tsx";
import { findPage } from "../../core/page/registry.ts";
import { SetTabTitle } from "../../core/page/tab-title.ts";
import { PageBoundary } from "../frame/page-boundary.tsx";
import { changeTabs, getTabs, useTabs } from "./tabs-store.ts";
import { setTitle } from "./tabs.ts";

/** The pages of the tabs, the one on screen and the ones kept alive behind it. */
export function TabPanes() {
  const { list, kept, active, revisions } = useTabs();
  return list
    .filter(({ path }) => kept.includes(path))
    .map(({ path, location }) => (
      <Pane key={`${path}#${revisions[path] ?? 0}`} path={path} location={location} active={path === active} />
    ));
}

/** A page sees the location of its own tab, frozen while it is hidden. */
const Pane = memo(function Pane({ path, location, active }: { path: string; location: Location; active: boolean }) {
  const rename = useCallback(
    (title: string | null) => {
      const tabs = getTabs();
      if (tabs.list.find((tab) => tab.path === path)?.title !== title) changeTabs(setTitle(tabs, path, title));
    },
    [path],
  );
  const page = findPage(path);
  if (!page) return null;
  const Page = page.component;
  return (
    <Kept shown={active}>
      <div className="pane">
        <SetTabTitle value={rename}>
          <PageBoundary>
            <Suspense fallback={<PageSkeleton />}>
              <Routes location={location}>
                <Route path={page.route} element={<Page />} />
              </Routes>
            </Suspense>
          </PageBoundary>
        </SetTabTitle>
      </div>
    </Kept>
  );
});

/** Grey bars where heading, search and rows will stand. */
const PageSkeleton = () => (
  <div className="page-skeleton" aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
);
