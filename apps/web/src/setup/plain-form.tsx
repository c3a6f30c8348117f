import type { InputHTMLAttributes, ReactNode } from "react";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { Field } from "../core/form/plain-field.tsx";
import { InputField, SelectField } from "../core/form/plain-input.tsx";
import type { Issues } from "../public/account-rules.ts";
import { useAccountForm } from "../public/use-account-form.ts";
import "../public/account.css";

export interface Entry {
  label: Named;
  /** Choices of a select, by their value. */
  choices?: Readonly<Record<string, Named>>;
  /** Attributes of the input. */
  input?: InputHTMLAttributes<HTMLInputElement>;
  /** Another control than an input. */
  control?: (value: string, put: (value: string) => void) => ReactNode;
  mayBeEmpty?: true;
}

interface Props<N extends string> {
  entries: Readonly<Record<N, Entry>>;
  initial: Readonly<Record<N, string>>;
  /** What is wrong besides empty fields. */
  check?: (values: Record<N, string>) => Issues;
  send: (values: Record<N, string>) => Promise<void>;
  submit: Named;
  children?: ReactNode;
}

/** A form of the set-up: without the component library, and so that nothing is sent before it is filled in. */
export function PlainForm<N extends string>({ entries, initial, check, send, submit, children }: Props<N>) {
  const label = useLabel();
  const names = Object.keys(entries) as N[];
  const missing = (values: Record<N, string>): Issues =>
    Object.fromEntries(
      names.map((name) => [
        name,
        values[name].trim() || entries[name].mayBeEmpty ? undefined : ({ zh: "请填写", en: "Please fill in" } as const),
      ]),
    );
  const form = useAccountForm<Record<N, string>>(() => ({ ...initial }), {
    check: (values) => {
      const found = check?.(values) ?? {};
      return Object.fromEntries(Object.entries(missing(values)).map(([name, issue]) => [name, issue ?? found[name]]));
    },
    send,
  });
  return (
    <form onSubmit={form.submit} noValidate className="account-form">
      <p className="plain-refusal" role="alert">
        {form.refusal}
      </p>
      {names.map((name) => {
        const { label: words, choices, input, control: other } = entries[name];
        const value = form.values[name];
        const put = form.put(name);
        const shared = { name, label: label(words), issue: form.findIssue(name), value, onChange: put };
        if (other)
          return (
            <Field key={name} {...shared}>
              {() => other(value, put)}
            </Field>
          );
        if (!choices) return <InputField key={name} autoComplete="off" {...input} {...shared} />;
        const texts = Object.entries(choices).map(([key, text]) => [key, label(text)] as const);
        return <SelectField key={name} {...shared} choices={texts} />;
      })}
      <button type="submit" className="plain-primary plain-submit" disabled={form.busy}>
        {label(form.busy ? ["请稍候…", "One moment…"] : submit)}
      </button>
      {children}
    </form>
  );
}
