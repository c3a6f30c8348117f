import { useTexts } from "./texts.ts";
import { clock } from "./use-wait.ts";

/** Sends a step of the sign-in; while the server counts no try it is off, and shows how long. @param seconds left to wait */
export function SignInButton({ busy, seconds }: { busy: boolean; seconds: number }) {
  const t = useTexts();
  const text = seconds > 0 ? t("wait", { time: clock(seconds) }) : t("submit");
  return (
    <button type="submit" className="plain-primary plain-submit" disabled={busy || seconds > 0}>
      {busy ? t("submitting") : text}
    </button>
  );
}
