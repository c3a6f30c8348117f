import { isGoodPassword } from "@jipei/contract/core/fields/formats.ts";
import { checkCreditCode } from "@jipei/contract/core/fields/credit-code.ts";
import { checkAccount } from "@jipei/contract/core/fields/formats.ts";
import { registrationCalls } from "@jipei/contract/users/registration.ts";
import type { ReactNode } from "react";
import { invoke } from "../core/api/call-client.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { InputField, SelectField } from "../core/form/plain-input.tsx";
import { encryptForServer, type Guest } from "../core/session/sign-in.ts";
import { chosenTenant } from "../core/session/tenant.ts";
import { type Issues, phoneIssue } from "./account-rules.ts";
import { useTexts } from "./account-texts.ts";
import { newPassword } from "./new-password.ts";
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
  applyKind: ["申请身份", "Type of applicant"],
  creditCode: ["统一社会信用代码", "Credit code"],
  name: ["姓名", "Name"],
  account: ["账号名称", "Account"],
  phone: ["手机号码", "Mobile phone"],
  password: ["密码", "Password"],
  password2: ["确认密码", "Repeat password"],
} as const satisfies Record<keyof Values, Named>;

const usualAccount = (creditCode: string): string => creditCode.trim().toLowerCase();

/** Issues found before the server is asked, in the words of the specification. */
function check(values: Values): Issues {
  const missing = (value: string, zh: string, en: string): Named | undefined => (value.trim() ? undefined : { zh, en });
  return {
    tenantId: missing(values.tenantId, "请先输入租户编号", "Please enter the tenant first"),
    creditCode:
      missing(values.creditCode, "请填写统一社会信用代码", "Please enter the credit code") ??
      checkCreditCode(values.creditCode.trim().toUpperCase()) ??
      undefined,
    name: missing(values.name, "请填写姓名", "Please enter your name"),
    account: checkAccount(values.account.trim()) ?? undefined,
    phone: phoneIssue(values.phone),
    password:
      missing(values.password, "请先输入密码", "Please enter a password first") ??
      (isGoodPassword(values.password)
        ? undefined
        : {
            zh: "密码须为8–64位且同时包含字母和数字",
            en: "Password must have 8–64 characters with letters and digits",
          }),
    password2:
      missing(values.password2, "请再次输入密码", "Please repeat the password") ??
      (values.password2 === values.password ? undefined : { zh: "两次密码输入不一致", en: "The two passwords differ" }),
  };
}

async function register(given: Values, from: Guest | undefined): Promise<void> {
  const [password, password2] = await Promise.all([
    encryptForServer(given.password),
    encryptForServer(given.password2),
  ]);
  const { tenantId, creditCode, name, account, phone } = given;
  const input = {
    tenantId: tenantId.trim(),
    applyKind: given.applyKind === "2" ? "2" : "1",
    creditCode: creditCode.trim(),
    name: name.trim(),
    account: account.trim(),
    phone: phone.trim(),
    password,
    password2,
    oauthId: from?.oauthId,
  } as const;
  await invoke(registrationCalls.register, input, { silent: true });
}

interface Props {
  /** Who vouches for the applicant, and what is known of them. */
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
  const { values, refusal, busy, put, findIssue, submit } = useAccountForm<Values>(initial, {
    check,
    async send(given) {
      await register(given, from);
      onDone();
    },
  });
  /** A unit signs in by its credit code in small letters, unless it chooses another name. */
  const putCode = (typed: string) => {
    if (values.account === usualAccount(values.creditCode)) put("account")(usualAccount(typed));
    put("creditCode")(typed);
  };
  const entry = (name: keyof Values) => ({
    name,
    label: label(words[name]),
    issue: findIssue(name),
    value: values[name],
    onChange: put(name),
  });
  return (
    <form onSubmit={submit} noValidate className="account-form">
      <p className="plain-refusal" role="alert">
        {refusal}
      </p>
      <InputField {...entry("tenantId")} maxLength={12} />
      <SelectField
        {...entry("applyKind")}
        choices={[
          ["1", label(["机构", "Institution"])],
          ["2", label(["企业", "Enterprise"])],
        ]}
      />
      <InputField
        {...entry("creditCode")}
        onChange={putCode}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={18}
      />
      <InputField {...entry("name")} autoComplete="name" maxLength={50} />
      <InputField {...entry("phone")} inputMode="numeric" autoComplete="tel-national" maxLength={11} />
      <InputField
        {...entry("account")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
      />
      <InputField {...entry("password")} {...newPassword} placeholder={t("passwordRule")} />
      <InputField {...entry("password2")} {...newPassword} />
      <button type="submit" className="plain-primary plain-submit" disabled={busy}>
        {busy ? t("busy") : label(["提交申请", "Send"])}
      </button>
      {children}
    </form>
  );
}
