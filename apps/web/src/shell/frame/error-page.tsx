import { Link } from "../../core/page/link.ts";
import { useDocumentTitle } from "../../core/page/document-title.ts";
import { PlainPage } from "../../core/page/plain-page.tsx";
import { useTexts } from "./frame-texts.ts";

/** The pages /403, /404 and /500: what happened and the way back. */
export default function ErrorPage({ status }: { status: "403" | "404" | "500" }) {
  const t = useTexts();
  useDocumentTitle(t(`error.${status}.title`));
  return (
    <PlainPage home="/">
      <main className="plain-main">
        <p className="plain-status" aria-hidden="true">
          {status}
        </p>
        <h1>{t(`error.${status}.title`)}</h1>
        <p>{t(`error.${status}.text`)}</p>
        <p className="plain-actions">
          <Link className="plain-primary" to="/">
            {t("error.home")}
          </Link>
          <button type="button" className="plain-button" onClick={() => window.history.back()}>
            {t("error.back")}
          </button>
        </p>
      </main>
    </PlainPage>
  );
}
