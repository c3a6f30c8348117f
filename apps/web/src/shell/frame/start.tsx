import type { CallError } from "../../core/api/call-error.ts";
import { useLanguage } from "../../core/i18n/language.ts";
import { signOut } from "../../core/session/sign-in.ts";
import { useTexts } from "../texts.ts";

/** The outline of the frame while menus and rights are on their way. */
export function Waiting() {
  const t = useTexts();
  return (
    <div className="frame frame-waiting" role="status" aria-label={t("loading")}>
      <div className="top-bar" />
      <div className="frame-body">
        <div className="frame-side" />
        <div className="frame-pages">
          <div className="tab-bar" />
        </div>
      </div>
    </div>
  );
}

/** Menus and rights could not be loaded. */
export function StartFailure({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const t = useTexts();
  return (
    <main className="plain plain-main" role="alert">
      <h1>{t("failure.start")}</h1>
      <p>{error.text(useLanguage())}</p>
      <p className="plain-actions">
        <button type="button" className="plain-primary" onClick={onRetry}>
          {t("failure.retry")}
        </button>
        <button type="button" className="plain-button" onClick={() => void signOut()}>
          {t("user.logOut")}
        </button>
      </p>
    </main>
  );
}
