import { Field } from "../core/form/plain-field.tsx";
import type { LoginVariant } from "../core/session/sign-in.ts";
import { PasswordField } from "./password-field.tsx";
import { useTexts } from "./texts.ts";

interface Props {
  variant: Exclude<LoginVariant, "phone">;
  autoFocus: boolean;
  findIssue: (name: string, field: string) => string | null;
  /** Another account is being typed. */
  onAccount: () => void;
  /** The password is about to be typed. */
  onPassword: () => void;
}

/** Account and password. */
export function AccountFields({ variant, autoFocus, findIssue, onAccount, onPassword }: Props) {
  const t = useTexts();
  const name = t(`${variant}.account`);
  return (
    <>
      <Field name="account" label={name} issue={findIssue("account", name)}>
        {(control) => (
          <input
            {...control}
            className="plain-field"
            placeholder={t(`${variant}.hint`)}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            onChange={onAccount}
            autoFocus={autoFocus}
          />
        )}
      </Field>
      <PasswordField issue={findIssue("password", t("password"))} onFocus={onPassword} />
    </>
  );
}
