import type { LoginVariant } from "../core/session/sign-in.ts";
import { TabList } from "../core/ui/tabs/tab-list.tsx";
import { useTexts } from "./texts.ts";

/** The ways to sign in, and the way elsewhere. */
export type LoginTab = LoginVariant | "thirdParty";

const variants: readonly LoginTab[] = ["business", "institution", "student", "phone"];

/** Who signs in. @param others there are third parties to sign in with */
export function VariantTabs({
  value,
  others,
  onChange,
}: {
  value: LoginTab;
  others: boolean;
  onChange: (tab: LoginTab) => void;
}) {
  const t = useTexts();
  return (
    <TabList
      id="login"
      className="login-tabs"
      label={t("variants")}
      items={(others ? [...variants, "thirdParty" as const] : variants).map((key) => ({ key, label: t(`${key}.tab`) }))}
      active={value}
      onChange={onChange}
      panelOf={() => "login-panel"}
    />
  );
}
