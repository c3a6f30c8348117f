import { checkCreditCode } from "@jipei/contract/core/credit-code.ts";
import { checkAccount } from "@jipei/contract/core/formats.ts";
import { registrationCalls } from "@jipei/contract/users/registration.ts";
import type { ReactNode } from "react";
import { invoke } from "../core/call-client.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { Field } from "../core/plain-field.tsx";
import { encryptForServer, type Guest, prepareSignIn } from "../core/sign-in.ts";
import { chosenTenant } from "../core/tenant.ts";
import { type Faults, isGoodPassword, phoneFault } from "./account-rules.ts";
import { useTexts } from "./account-texts.ts";
import { useAccountForm } from "./use-account-form.ts";
import "./account.css";

const empty = {
  tenantId: "",
  applyKind: "1",
  creditCode: "",
  name: "",
  account: "",
  phone: "",
  password: "",
  password2: "",
};
type Values = typeof empty;

const words = {
  tenantId: ["租户编号", "Tenant"],
  applyKind: ["申请身份", "Applies as"],
  creditCode: ["统一社会信用代码", "Credit code"],
  name: ["姓名", "Name"],
  account: ["账号名称", "Account"],
  phone: ["手机号码", "Mobile phone"],
  password: ["密码", "Password"],
  password2: ["确认密码", "Repeat password"],
} as const satisfies Record<keyof Values, Named>;

const usualAccount = (creditCode: string): string => creditCode.trim().toLowerCase();

/** What is wrong before the server is asked, in the words of the specification. */
function check(values: Values): Faults {
  const missing = (value: string, zh: string, en: string): Named | undefined => (value.trim() ? undefined : { zh, en });
  return {
    tenantId: missing(values.tenantId, "请先输入租户编号", "Enter the tenant first"),
    creditCode:
      missing(values.creditCode, "请填写统一社会信用代码", "Credit code: please fill in") ??
      checkCreditCode(values.creditCode.trim().toUpperCase()) ??
      undefined,
    name: missing(values.name, "请填写姓名", "Name: please fill in"),
    account: checkAccount(values.account.trim()) ?? undefined,
    phone: phoneFault(values.phone),
    password:
      missing(values.password, "请先输入密码", "Enter a password first") ??
      (isGoodPassword(values.password)
        ? undefined
        : {
            zh: "密码须为8–64位且同时包含字母和数字",
            en: "Password must have 8–64 characters with letters and digits",
          }),
    password2:
      missing(values.password2, "请再次输入密码", "Enter the password again") ??
      (values.password2 === values.password ? undefined : { zh: "两次密码输入不一致", en: "The two passwords differ" }),
  };
}

interface Props {
  /** Who vouches for the applicant, and what is known of him. */
  from?: Guest;
  /** Below the button. */
  children?: ReactNode;
  onDone: () => void;
}

/** An institution or enterprise asks for an account. */
export function GuestForm({ from, children, onDone }: Props) {
  const t = useTexts();
  const label = useLabel();
  const initial = () => ({
    ...empty,
    tenantId: from?.tenantId ?? chosenTenant(),
    ...(from && { name: from.name, account: from.account }),
  });
  const { values, refusal, busy, put, faultOf, submit } = useAccountForm<Values>(initial, {
    check,
    async send(given) {
      const [password, password2] = await Promise.all([
        encryptForServer(given.password),
        encryptForServer(given.password2),
      ]);
      const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.trim()]));
      await invoke(registrationCalls.register, { ...texts, password, password2, oauthId: from?.oauthId } as never, {
        silent: true,
      });
      onDone();
    },
  });
  /** A unit signs in by its credit code in small letters, unless it chooses another name. */
  const putCode = (typed: string) => {
    if (values.account === usualAccount(values.creditCode)) put("account")(usualAccount(typed));
    put("creditCode")(typed);
  };
  const entry = (name: keyof Values, more: object = {}, change: (typed: string) => void = put(name)) => (
    <Field name={name} label={label(words[name])} fault={faultOf(name)}>
      {(control) => (
        <input
          {...control}
          {...more}
          className="plain-field"
          value={values[name]}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
  const secret = { type: "password", autoComplete: "new-password", maxLength: 20, onFocus: prepareSignIn };
  return (
    <form onSubmit={submit} noValidate className="account-form">
      <p className="plain-refusal" role="alert">
        {refusal}
      </p>
      {entry("tenantId", { maxLength: 12 })}
      <Field name="applyKind" label={label(words.applyKind)} fault={faultOf("applyKind")}>
        {(control) => (
          <select
            {...control}
            className="plain-field"
            value={values.applyKind}
            onChange={(event) => put("applyKind")(event.target.value)}
          >
            <option value="1">{label(["机构", "Institution"])}</option>
            <option value="2">{label(["企业", "Enterprise"])}</option>
          </select>
        )}
      </Field>
      {entry("creditCode", { autoCapitalize: "characters", spellCheck: false, maxLength: 18 }, putCode)}
      {entry("name", { autoComplete: "name", maxLength: 50 })}
      {entry("phone", { inputMode: "numeric", autoComplete: "tel-national", maxLength: 11 })}
      {entry("account", { autoComplete: "username", autoCapitalize: "none", spellCheck: false, maxLength: 30 })}
      {entry("password", { ...secret, placeholder: t("passwordRule") })}
      {entry("password2", secret)}
      <button type="submit" className="plain-primary plain-submit" disabled={busy}>
        {busy ? t("busy") : label(["提交申请", "Send"])}
      </button>
      {children}
    </form>
  );
}
