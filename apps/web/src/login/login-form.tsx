import type { TokenFailure } from "@jipei/contract/auth/auth.ts";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { CallError } from "../core/call-error.ts";
import { challengeOf, prepareSignIn, signIn } from "../core/sign-in.ts";
import type { LoginVariant } from "../core/sign-in.ts";
import { useSession } from "../core/session.ts";
import { isTenantId } from "../core/tenant.ts";
import { getStore, setStore } from "../core/storage.ts";
import { loadShell } from "../shell/load-shell.ts";
import { Field } from "../core/plain-field.tsx";
import { PasswordField } from "./password-field.tsx";
import { TenantField } from "./tenant-field.tsx";
import { useTexts } from "./texts.ts";
import { useThirdParties } from "./use-third-parties.ts";
import { clock, useWait } from "./use-wait.ts";
import { type LoginTab, VariantTabs } from "./variant-tabs.tsx";

const PhoneFields = lazy(() => import("./phone-fields.tsx"));
const SecondStep = lazy(() => import("./second-step.tsx"));
const ThirdPartyPanel = lazy(() => import("./third-party-panel.tsx"));

const lastVariant = "loginVariant";

/** While the password is typed, key, cipher and the signed-in part of the product are fetched. */
function prepare(variant: LoginVariant) {
  prepareSignIn();
  loadShell()
    .then(() => import("../shell/prepare-home.ts"))
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
  /** Whoever chooses among the ways to sign in keeps the focus there; at first the account has it. */
  const [chosen, setChosen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  /** What the second step is to be done for. */
  const [challenge, setChallenge] = useState<string | null>(null);
  const wait = useWait();
  const { expired } = useSession();
  const form = useRef<HTMLFormElement>(null);
  /** What proves who it is. */
  const proof = variant === "phone" ? "code" : "password";

  // The button that was pressed was disabled meanwhile and lost the focus; what has to be typed again gets it.
  useEffect(() => {
    if (refusal) (form.current?.elements.namedItem(proof) as HTMLInputElement | null)?.select();
  }, [refusal, proof]);

  function choose(next: LoginTab) {
    setElsewhere(next === "thirdParty");
    if (next !== "thirdParty") setVariant(next);
    setChosen(true);
    setMissing([]);
    setRefusal(null);
    wait.begin(0);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const empty = ["account", proof].filter((name) => !values[name]?.trim());
    if (values.tenantId !== undefined && !isTenantId(values.tenantId.trim())) empty.unshift("tenantId");
    setMissing(empty);
    setRefusal(null);
    if (empty[0]) return (elements.namedItem(empty[0]) as HTMLInputElement).focus();
    setBusy(true);
    try {
      await signIn(variant, values.account!.trim(), values[proof]!);
      setStore({ name: lastVariant, content: variant });
    } catch (error) {
      setBusy(false);
      if (!(error instanceof CallError)) throw error;
      const next = challengeOf(error);
      setChallenge(next);
      if (next) return setStore({ name: lastVariant, content: variant });
      setRefusal(error);
      wait.begin((error.data as TokenFailure | undefined)?.retry_after ?? 0);
    }
  }

  if (challenge)
    return (
      <Suspense fallback={null}>
        <SecondStep
          challenge={challenge}
          onBack={(why) => {
            setChallenge(null);
            setRefusal(why);
          }}
        />
      </Suspense>
    );

  const required = (name: string, field: string) => (missing.includes(name) ? t("required", { field }) : null);

  return (
    <form ref={form} className="login-form" onSubmit={(event) => void submit(event)} noValidate>
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
        <TenantField fault={missing.includes("tenantId") ? t("tenant.fault") : null} />
        {elsewhere ? (
          <Suspense fallback={null}>
            <ThirdPartyPanel parties={parties} />
          </Suspense>
        ) : variant === "phone" ? (
          <Suspense fallback={null}>
            <PhoneFields
              autoFocus={!chosen}
              faultOf={required}
              onRefused={setRefusal}
              onFocus={() => prepare(variant)}
              onTyped={() => setMissing([])}
            />
          </Suspense>
        ) : (
          <>
            <Field name="account" label={t(`${variant}.account`)} fault={required("account", t(`${variant}.account`))}>
              {(control) => (
                <input
                  {...control}
                  className="plain-field"
                  placeholder={t(`${variant}.hint`)}
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={60}
                  // Another account need not wait.
                  onChange={() => wait.begin(0)}
                  autoFocus={!chosen}
                />
              )}
            </Field>
            <PasswordField fault={required("password", t("password"))} onFocus={() => prepare(variant)} />
          </>
        )}
        {!elsewhere && (
          <button type="submit" className="plain-primary plain-submit" disabled={busy || wait.seconds > 0}>
            {busy ? t("submitting") : wait.seconds > 0 ? t("wait", { time: clock(wait.seconds) }) : t("submit")}
          </button>
        )}
      </div>
    </form>
  );
}
