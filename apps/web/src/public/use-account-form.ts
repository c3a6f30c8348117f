import { type SubmitEvent, useState } from "react";
import { CallError } from "../core/api/call-error.ts";
import { useLabel } from "../core/i18n/language.ts";
import type { Issues } from "./account-rules.ts";

interface Options<V> {
  /** Issues found before the server is asked. */
  check: (values: V) => Issues;
  send: (values: V) => Promise<void>;
}

/** State that the forms about accounts share: their values, the issues of each, the refusal of the server, and whether it has answered. */
export function useAccountForm<V extends Record<string, string>>(initial: () => V, { check, send }: Options<V>) {
  const label = useLabel();
  const [values, setValues] = useState(initial);
  const [issues, setIssues] = useState<Issues>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const found = check(values);
    setIssues(found);
    setRefusal(null);
    const first = Object.entries(found).find(([, one]) => one !== undefined)?.[0];
    if (first) return (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus();
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof CallError)) throw error;
      setIssues(
        Object.fromEntries(
          Object.entries(error.fields).map(([name, failure]) => [name, { zh: failure.msg, en: failure.msgEn }]),
        ),
      );
      setRefusal(error.orSaying(["提交失败", "The form could not be submitted"]).text());
    }
  }

  return {
    values,
    refusal,
    busy,
    put: (name: keyof V) => (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      setIssues((before) => ({ ...before, [name]: undefined }));
    },
    findIssue(name: keyof V & string): string | null {
      const one = issues[name];
      if (one === undefined) return null;
      return typeof one === "string" ? one : label(one);
    },
    /** No code was sent: because of the phone, or because the server refused. */
    refuseCode: (error: CallError | null) =>
      error ? setRefusal(error.text()) : setIssues({ ...issues, phone: check(values)["phone"] }),
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
  };
}
