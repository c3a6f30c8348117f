import { useState } from "react";
import type { SubmitEvent } from "react";
import { CallError } from "../core/api/call-error.ts";
import { findChallenge, getWait, signIn } from "../core/session/sign-in.ts";
import type { LoginVariant } from "../core/session/sign-in.ts";
import { setStore } from "../core/session/storage.ts";
import { isTenantId } from "../core/session/tenant.ts";
import { useWait } from "./use-wait.ts";

/** Where the browser keeps by which way the last user signed in. */
export const lastVariant = "loginVariant";

/** The first step of a sign-in: what was not filled in, how the server refused it, and whether it asks for a second step. */
export function useLogin(variant: LoginVariant) {
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  /** What the second step is to be done for. */
  const [challenge, setChallenge] = useState<string | null>(null);
  const wait = useWait();
  /** The field that proves who it is. */
  const proof = variant === "phone" ? "code" : "password";

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
      const next = findChallenge(error);
      setChallenge(next);
      if (next) return setStore({ name: lastVariant, content: variant });
      setRefusal(error);
      wait.begin(getWait(error));
    }
  }
  return {
    proof,
    busy,
    missing,
    refusal,
    challenge,
    seconds: wait.seconds,
    submit,
    setRefusal,
    forgetMissing: () => setMissing([]),
    forgetWait: () => wait.begin(0),
    /** Back from the second step. */
    back(why: CallError | null) {
      setChallenge(null);
      setRefusal(why);
    },
  };
}
