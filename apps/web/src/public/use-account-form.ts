import { type SubmitEvent, useState } from "react";
import { CallError } from "../core/call-error.ts";
import { useLabel } from "../core/i18n/language.ts";
import type { Faults } from "./account-rules.ts";

interface Options<V> {
  /** What is wrong before the server is asked. */
  check: (values: V) => Faults;
  send: (values: V) => Promise<void>;
}

/** What the forms about accounts have in common: their values, what is wrong with each, what the server refused, and whether it has answered. */
export function useAccountForm<V extends Record<string, string>>(initial: () => V, { check, send }: Options<V>) {
  const label = useLabel();
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const found = check(values);
    setFaults(found);
    setRefusal(null);
    const first = Object.entries(found).find(([, one]) => one !== undefined)?.[0];
    if (first) return (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus();
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof CallError)) throw error;
      setFaults(
        Object.fromEntries(
          Object.entries(error.fields).map(([name, failure]) => [name, { zh: failure.msg, en: failure.msgEn }]),
        ),
      );
      setRefusal(error.text());
    }
  }

  return {
    values,
    refusal,
    busy,
    put: (name: keyof V) => (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      setFaults((before) => ({ ...before, [name]: undefined }));
    },
    faultOf(name: keyof V & string): string | null {
      const one = faults[name];
      return one === undefined ? null : typeof one === "string" ? one : label(one);
    },
    /** No code was sent: because of the phone, or because the server refused. */
    refuseCode: (error: CallError | null) =>
      error ? setRefusal(error.text()) : setFaults({ ...faults, phone: check(values)["phone"] }),
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
  };
}
