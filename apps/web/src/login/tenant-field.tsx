import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { useEffect, useState } from "react";
import { Field } from "../core/plain-field.tsx";
import { serverFacts } from "../core/server-key.ts";
import { chooseTenant, chosenTenant, isTenantId } from "../core/tenant.ts";
import { useTexts } from "./texts.ts";

/** Whose office one signs in to. Only where there are several and the address does not say it: who has one office never sees the field. */
export function TenantField({ fault }: { fault: string | null }) {
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
    <Field name="tenantId" label={t("tenant.label")} fault={fault}>
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
