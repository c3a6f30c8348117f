import { RequiredStepPage } from "./required-step-page.tsx";
import { PasswordForm } from "./password-form.tsx";
import { useTexts } from "../texts.ts";

/** A password that somebody else chose is changed first. */
export default function PasswordRequiredPage() {
  const t = useTexts();
  return (
    <RequiredStepPage title={t("password.tab")} why={t("password.must")}>
      <PasswordForm />
    </RequiredStepPage>
  );
}
