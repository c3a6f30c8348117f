import { useState } from "react";
import { Link } from "../core/page/link.ts";
import { loginPath } from "../core/session/constants.ts";
import { useLabel } from "../core/i18n/language.ts";
import { useTexts } from "./account-texts.ts";
import { GuestForm } from "./guest-form.tsx";

/** An institution or enterprise asks for an account, which an administrator approves. */
export default function GuestPage() {
  const t = useTexts();
  const label = useLabel();
  const [done, setDone] = useState(false);
  if (done)
    return (
      <div className="plain-card account-card" role="status">
        <h1>
          {label([
            "注册申请已提交，请耐心等待管理员通过！",
            "Your application has been submitted. Please wait for an administrator to approve it.",
          ])}
        </h1>
        <p>{label(["审核结果将以短信通知您。", "You will be notified of the outcome by SMS."])}</p>
        <Link to={loginPath}>{t("signIn")}</Link>
      </div>
    );
  return (
    <div className="plain-card account-card">
      <h1>{label(["单位账号注册", "Account for an organisation"])}</h1>
      <p className="plain-subtitle">
        {label([
          "培训机构、企业申请登录账号，管理员审核通过后可用。",
          "Institutions and enterprises can apply for an account; it can be used once an administrator has approved it.",
        ])}
      </p>
      <GuestForm onDone={() => setDone(true)}>
        <Link to="/register">{label(["学员请在此注册", "Students register here"])}</Link>
        <Link to={loginPath}>{t("have")}</Link>
      </GuestForm>
    </div>
  );
}
