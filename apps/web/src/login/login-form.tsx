import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { prepareSignIn } from "../core/session/sign-in.ts";
import type { LoginVariant } from "../core/session/sign-in.ts";
import { useSession } from "../core/session/session.ts";
import { getStore } from "../core/session/storage.ts";
import { loadShell } from "../shell/frame/load-shell.ts";
import { AccountFields } from "./account-fields.tsx";
import { SignInButton } from "./sign-in-button.tsx";
import { TenantField } from "./tenant-field.tsx";
import { useTexts } from "./texts.ts";
import { lastVariant, useLogin } from "./use-login.ts";
import { useThirdParties } from "./use-third-parties.ts";
import { type LoginTab, VariantTabs } from "./variant-tabs.tsx";

const PhoneFields = lazy(() => import("./phone-fields.tsx"));
const SecondStep = lazy(() => import("./second-step.tsx"));
const ThirdPartyPanel = lazy(() => import("./third-party-panel.tsx"));

/** While the password is typed, key, cipher and the signed-in part of the product are fetched. */
function prepare(variant: LoginVariant) {
  prepareSignIn();
  loadShell()
    .then(() => import("../shell/frame/prepare-home.ts"))
    .then(({ prepareHome }) => prepareHome(variant))
    .catch(() => undefined);
}

export function LoginForm() {
  const t = useTexts();
  const [variant, setVariant] = useState<LoginVariant>(
    () => getStore<LoginVariant>({ name: lastVariant }) ?? "business",
  );
  const parties = useThirdParties();
  /** The user signs in with a third party. */
  const [elsewhere, setElsewhere] = useState(false);
  const tab: LoginTab = elsewhere ? "thirdParty" : variant;
  /** Users who change the tab keep the focus there; at first the account field has it. */
  const [chosen, setChosen] = useState(false);
  const login = useLogin(variant);
  const { proof, missing, refusal } = login;
  const { expired } = useSession();
  const form = useRef<HTMLFormElement>(null);

  // The button that was pressed was disabled meanwhile and lost the focus; what has to be typed again gets it.
  useEffect(() => {
    if (refusal) (form.current?.elements.namedItem(proof) as HTMLInputElement | null)?.select();
  }, [refusal, proof]);

  function choose(next: LoginTab) {
    setElsewhere(next === "thirdParty");
    if (next !== "thirdParty") setVariant(next);
    setChosen(true);
    login.forgetMissing();
    login.setRefusal(null);
    login.forgetWait();
  }

  if (login.challenge)
    return (
      <Suspense fallback={null}>
        <SecondStep challenge={login.challenge} onBack={login.back} />
      </Suspense>
    );

  const fields = {
    autoFocus: !chosen,
    findIssue: (name: string, field: string) => (missing.includes(name) ? t("required", { field }) : null),
  };
  return (
    <form ref={form} className="login-form" onSubmit={(event) => void login.submit(event)} noValidate>
      <VariantTabs value={tab} others={parties.length > 0} onChange={choose} />
      <div id="login-panel" role="tabpanel" aria-labelledby={`login-${tab}`} className="login-panel">
        <p className="plain-refusal" role="alert">
          {refusal?.text()}
        </p>
        {expired && !refusal && (
          <p className="login-expired" role="status">
            {t("expired")}
          </p>
        )}
        <TenantField issue={missing.includes("tenantId") ? t("tenant.issue") : null} />
        <Suspense fallback={null}>
          {elsewhere && <ThirdPartyPanel parties={parties} />}
          {!elsewhere && variant === "phone" && (
            <PhoneFields
              {...fields}
              onRefused={login.setRefusal}
              onFocus={() => prepare(variant)}
              onTyped={login.forgetMissing}
            />
          )}
        </Suspense>
        {!elsewhere && variant !== "phone" && (
          <AccountFields
            {...fields}
            variant={variant}
            // Another account need not wait.
            onAccount={login.forgetWait}
            onPassword={() => prepare(variant)}
          />
        )}
        {!elsewhere && <SignInButton busy={login.busy} seconds={login.seconds} />}
      </div>
    </form>
  );
}
