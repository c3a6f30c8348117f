import { documentPath } from "@jipei/contract/files/document-path.ts";
import { setupPath } from "@jipei/contract/setup/setup-path.ts";
import { lazy, Suspense, useState } from "react";
import { BrowserRouter, matchRoutes, Route, Routes, useLocation, useRoutes } from "react-router";
import type { Location, RouteObject } from "react-router";
import { resumeSession } from "./core/api/call-client.ts";
import { lockPath, loginPath, onSitePath } from "./core/session/constants.ts";
import { Kept } from "./core/page/kept.tsx";
import { openPages } from "./core/page/public-pages.ts";
import { getSession, useSession } from "./core/session/session.ts";
import { Toaster } from "./core/ui/toaster.tsx";
import { Guard, useRedirect } from "./shell/frame/guard.tsx";
import { loadShell } from "./shell/frame/load-shell.ts";
import { RootBoundary } from "./shell/frame/root-boundary.tsx";

const loadLogin = () => import("./login/login-page.tsx");
const Login = lazy(loadLogin);
const Lock = lazy(() => import("./shell/lock/lock-page.tsx"));
const ErrorPage = lazy(() => import("./shell/frame/error-page.tsx"));
const PublicFrame = lazy(() => import("./public/public-frame.tsx"));
const OnSite = lazy(() => import("./inspection/on-site/on-site-page.tsx"));
const Setup = lazy(() => import("./setup/setup-page.tsx"));
const DocumentPage = lazy(() => import("./files/editor/document-page.tsx"));
const Shell = lazy(loadShell);

// What will most likely be shown is fetched before React has drawn anything, and so is the token.
void resumeSession().catch(() => undefined);
void (getSession().info ? loadShell() : loadLogin()).catch(() => undefined);

/** The pages beside the signed-in product. */
const pages: RouteObject[] = [
  { path: loginPath, element: <Login /> },
  { path: lockPath, element: <Lock /> },
  { path: onSitePath, element: <OnSite /> },
  { path: setupPath, element: <Setup /> },
  { path: documentPath, element: <DocumentPage /> },
  ...(["403", "404", "500"] as const).map((status) => ({
    path: `/${status}`,
    element: <ErrorPage status={status} />,
  })),
  {
    element: <PublicFrame />,
    children: openPages.map(({ path, component: Page }) => ({ path, element: <Page /> })),
  },
];

export function App() {
  return (
    <RootBoundary>
      {/* Address and page change at once. In a transition the page left behind would stay for a while under the new address, and take clicks. */}
      <BrowserRouter useTransitions={false}>
        <Toaster />
        <Guard>
          <Suspense fallback={null}>
            <PageBeside />
          </Suspense>
        </Guard>
        <Product />
      </BrowserRouter>
    </RootBoundary>
  );
}

const PageBeside = () => useRoutes([...pages, { path: "*", element: null }]);

/**
 * The signed-in product with its tabs, and whatever is being written in their pages. Until the session ends it is kept: hidden below the lock,
 * and while a page beside it is shown.
 */
function Product() {
  const { info, lock } = useSession();
  const location = useLocation();
  const redirect = useRedirect();
  const [place, setPlace] = useState<Location | null>(null);
  // On the way to another address what was shown before is not shown again: it might lead elsewhere itself.
  const shown = info !== null && lock?.locked !== true && redirect === null && matchRoutes(pages, location) === null;
  if (shown && place !== location) setPlace(location);
  if (info === null && place !== null) setPlace(null);
  if (info === null || place === null) return null;
  return (
    <Kept shown={shown}>
      <Suspense fallback={null}>
        <Routes location={place}>
          <Route path="*" element={<Shell />} />
        </Routes>
      </Suspense>
    </Kept>
  );
}
