import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { useEffect, useState } from "react";
import { Field } from "../core/form/plain-field.tsx";
import { serverFacts } from "../core/api/server-key.ts";
import { chooseTenant, chosenTenant, isTenantId } from "../core/session/tenant.ts";
import { useTexts } from "./texts.ts";

/** The tenant to sign in to. Shown only where there are several and the address does not name one. */
export function TenantField({ issue }: { issue: string | null }) {
  const t = useTexts();
  const [asked, setAsked] = useState(false);
  const [value, setValue] = useState(chosenTenant);
  useEffect(() => {
    serverFacts().then(
      ({ tenantMode, tenantId }) => setAsked(tenantMode && tenantId === installation),
      () => undefined,
    );
  }, []);
  if (!asked) return null;
  const put = (typed: string) => {
    setValue(typed);
    // What is asked for from here on, a captcha or a code, is asked of this tenant.
    if (isTenantId(typed.trim())) chooseTenant(typed.trim());
  };
  return (
    <Field name="tenantId" label={t("tenant.label")} issue={issue}>
      {(control) => (
        <input
          {...control}
          className="plain-field"
          value={value}
          onChange={(event) => put(event.target.value)}
          inputMode="numeric"
          autoComplete="organization"
          maxLength={6}
          placeholder={t("tenant.hint")}
        />
      )}
    </Field>
  );
}
