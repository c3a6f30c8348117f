import { OwedPage } from "./owed-page.tsx";
import { PasswordForm } from "./password-form.tsx";
import { useTexts } from "./texts.ts";

/** A password that somebody else chose is changed first. */
export default function MustChangePassword() {
  const t = useTexts();
  return (
    <OwedPage title={t("password.tab")} why={t("password.must")}>
      <PasswordForm />
    </OwedPage>
  );
}
