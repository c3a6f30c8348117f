import { lazy, Suspense, useState } from "react";
import { Link } from "../core/page/link.ts";
import { useDocumentTitle } from "../core/page/document-title.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PlainPage } from "../core/page/plain-page.tsx";
import { PublicSiteLinks } from "../core/page/public-site-links.tsx";
import { openPages } from "../core/page/public-pages.ts";
import { broughtBack } from "../core/session/third-party.ts";
import { LoginForm } from "./login-form.tsx";
import { useTexts } from "./texts.ts";
import { lazyPart } from "../core/ui/lazy-part.ts";
import "./login.css";

const ThirdPartyReturn = lazy(() => import("./third-party-return.tsx"));
/** Fetched after the card, because nobody needs notices to sign in. */
const PublicNotices = lazyPart(() =>
  import("../notices/public-notices.tsx").then(({ PublicNotices }) => PublicNotices),
);

/** The login page: sign-in card, and what can be done without signing in. No antd, so that it is there at once. */
export default function LoginPage() {
  const t = useTexts();
  const label = useLabel();
  const [brought] = useState(broughtBack);
  /** Back from a third party there may be more to do, and nothing else meanwhile. */
  const [alone, setAlone] = useState(false);
  useDocumentTitle(t("title"));
  return (
    <PlainPage>
      <main className="login-main">
        <div className="plain-card">
          <h1>{t("title")}</h1>
          <p className="plain-subtitle">{t("subtitle")}</p>
          {brought && (
            <Suspense fallback={null}>
              <ThirdPartyReturn brought={brought} onAlone={setAlone} />
            </Suspense>
          )}
          {!alone && <LoginForm />}
        </div>
        {openPages.length > 0 && (
          <nav className="login-links" aria-label={t("links")}>
            <PublicSiteLinks />
            {openPages.map((page) => (
              <Link key={page.path} to={page.path}>
                {label(page)}
              </Link>
            ))}
          </nav>
        )}
        <section className="login-notices" aria-label={t("notices")}>
          <Suspense fallback={null}>
            <PublicNotices count={5} title={t("notices")} />
          </Suspense>
        </section>
      </main>
    </PlainPage>
  );
}
