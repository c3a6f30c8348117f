import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useGo } from "../core/page/link.ts";
import { CallError } from "../core/api/call-error.ts";
import { loginPath } from "../core/session/constants.ts";
import { useLabel } from "../core/i18n/language.ts";
import { findChallenge, type Guest, signInByThirdParty } from "../core/session/sign-in.ts";
import { getStore, removeStore } from "../core/session/storage.ts";
import { cameFrom } from "../core/session/third-party.ts";
import { parseThirdPartyError } from "../core/session/third-party-errors.ts";
import { GuestDialog } from "./guest-dialog.tsx";
import SecondStep from "./second-step.tsx";
import { useTexts } from "./third-party-texts.ts";

interface Props {
  brought: URLSearchParams;
  /** Whether nothing else may be done meanwhile. */
  onAlone: (alone: boolean) => void;
}

/** Back from a third party: swaps the code for a session, or says why there is none. */
export default function ThirdPartyReturn({ brought, onAlone }: Props) {
  const t = useTexts();
  const label = useLabel();
  const navigate = useGo();
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const [guest, setGuest] = useState<Guest | null>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
  const [busy, setBusy] = useState(brought.has("code"));
  const begun = useRef(false);

  async function exchange(code: string) {
    try {
      setGuest(await signInByThirdParty(brought.get("source") ?? "", code));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const next = findChallenge(error);
      setChallenge(next);
      if (next) onAlone(true);
      else setRefusal(error);
    }
    setBusy(false);
  }
  const begin = useEffectEvent(() => {
    // The code is used up in a moment; it need not stand in the address any longer. Where the user was going does again.
    void navigate(loginPath, { replace: true, state: getStore<unknown>({ name: cameFrom, type: "session" }) });
    removeStore({ name: cameFrom, type: "session" });
    const code = brought.get("code");
    if (code) void exchange(code);
  });

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    begin();
  }, []);

  const issue = parseThirdPartyError(brought);
  const back = (why: CallError | null) => {
    setChallenge(null);
    setRefusal(why);
    onAlone(false);
  };
  if (challenge) return <SecondStep challenge={challenge} onBack={back} />;
  return (
    <>
      {busy && (
        <p className="login-expired" role="status">
          {t("busy")}
        </p>
      )}
      {(issue || refusal) && (
        <p className="plain-refusal" role="alert">
          {refusal ? refusal.text() : issue && label(issue)}
        </p>
      )}
      {guest && <GuestDialog guest={guest} onClose={() => setGuest(null)} />}
    </>
  );
}
