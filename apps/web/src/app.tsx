import { documentPath } from "@jipei/contract/files/document-path.ts";
import { setupPath } from "@jipei/contract/setup/setup-path.ts";
import { lazy, Suspense } from "react";
import { BrowserRouter, Route, Routes } from "react-router";
import { resumeSession } from "./core/api/call-client.ts";
import { lockPath, loginPath, onSitePath } from "./core/session/constants.ts";
import { openPages } from "./core/page/public-pages.ts";
import { getSession } from "./core/session/session.ts";
import { Toaster } from "./core/ui/toaster.tsx";
import { Guard } from "./shell/frame/guard.tsx";
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

export function App() {
  return (
    <RootBoundary>
      {/* Address and page change at once. In a transition the page left behind would stay for a while under the new address, and take clicks. */}
      <BrowserRouter useTransitions={false}>
        <Toaster />
        <Guard>
          <Suspense fallback={null}>
            <Routes>
              <Route path={loginPath} element={<Login />} />
              <Route path={lockPath} element={<Lock />} />
              <Route path={onSitePath} element={<OnSite />} />
              <Route path={setupPath} element={<Setup />} />
              <Route path={documentPath} element={<DocumentPage />} />
              {(["403", "404", "500"] as const).map((status) => (
                <Route key={status} path={`/${status}`} element={<ErrorPage status={status} />} />
              ))}
              <Route element={<PublicFrame />}>
                {openPages.map(({ path, component: Page }) => (
                  <Route key={path} path={path} element={<Page />} />
                ))}
              </Route>
              <Route path="*" element={<Shell />} />
            </Routes>
          </Suspense>
        </Guard>
      </BrowserRouter>
    </RootBoundary>
  );
}
