import { Suspense, useEffect, useRef } from "react";
import { NavLink, Outlet, useLocation } from "react-router";
import { Link } from "../core/page/link.ts";
import { loginPath } from "../core/session/constants.ts";
import { useDocumentTitle } from "../core/page/document-title.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PlainPage } from "../core/page/plain-page.tsx";
import { PublicSiteLinks } from "../core/page/public-site-links.tsx";
import { openPages } from "../core/page/public-pages.ts";
import { useTexts } from "../shell/frame/frame-texts.ts";
import "./public-frame.css";

/** Frame of the pages that are open to everybody: name, the other public pages, the way to the login. */
export default function PublicFrame() {
  const t = useTexts();
  const label = useLabel();
  const { pathname } = useLocation();
  const page = openPages.find(({ path }) => path === pathname);
  useDocumentTitle(page ? label(page) : null);
  const nav = useRef<HTMLElement>(null);
  // On a phone the row is longer than the screen; where one is should be in sight.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <PlainPage
      home={loginPath}
      tools={
        <Link to={loginPath} className="plain-button">
          {t("public.signIn")}
        </Link>
      }
    >
      <nav ref={nav} className="public-nav" aria-label={t("public.queries")}>
        <PublicSiteLinks />
        {openPages.map((one) => (
          <NavLink key={one.path} to={one.path}>
            {label(one)}
          </NavLink>
        ))}
      </nav>
      <main className="public-main">
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
    </PlainPage>
  );
}
