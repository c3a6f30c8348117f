import { ownIdentities } from "@jipei/contract/auth/third-party.ts";
import { useState } from "react";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useSession } from "../../core/session/session.ts";
import { Tabs } from "../../core/ui/tabs/tabs.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { broughtBack } from "../../core/session/third-party.ts";
import { LinkedAccounts } from "./linked-accounts.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { StudentForm } from "./student-form.tsx";
import { useTexts } from "../texts.ts";
import "../users.css";

/** /info/index: the user's own data and password. */
export default function ProfilePage() {
  const t = useTexts();
  const { info } = useSession();
  const { data: parties = [] } = useCall(ownIdentities, undefined);
  const [brought] = useState(broughtBack);
  const [tab, setTab] = useState(brought ? "linked" : "profile");
  return (
    <>
      <PageHeader title={t("profile.tab")} />
      <div className="own-page">
        <Tabs
          label={t("profile.tab")}
          active={tab}
          onChange={setTab}
          items={[
            { key: "profile", label: t("profile.tab"), content: <ProfileForm /> },
            ...(info?.loginType === "2" ? [{ key: "student", label: t("student.tab"), content: <StudentForm /> }] : []),
            ...(parties.length > 0 || brought
              ? [{ key: "linked", label: t("linked.tab"), content: <LinkedAccounts brought={brought} /> }]
              : []),
            {
              key: "password",
              label: t("password.tab"),
              content: (
                <>
                  <PasswordForm />
                  <SecondFactor />
                  <OwnSessions />
                </>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}
