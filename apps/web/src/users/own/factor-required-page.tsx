import { secondFactorCalls as calls } from "@jipei/contract/auth/second-factor.ts";
import { Button } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { RequiredStepPage } from "./required-step-page.tsx";
import SetUpFactor, { type Begun } from "./set-up-factor.tsx";
import { useTexts } from "../texts.ts";

/** Who holds certain roles sets up a second factor first. @param onDone loads what they may do from then on */
export default function FactorRequiredPage({ onDone }: { onDone: () => Promise<void> }) {
  const t = useTexts();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [busy, setBusy] = useState(false);
  async function begin() {
    setBusy(true);
    // The user has seen the refusal by then.
    await invoke(calls.begin, {}).then(setBegun, () => undefined);
    setBusy(false);
  }
  return (
    <RequiredStepPage title={t("factor.title")} why={t("factor.must")}>
      {begun ? (
        <SetUpFactor begun={begun} onDone={() => void onDone()} />
      ) : (
        <Button type="primary" loading={busy} onClick={() => void begin()}>
          {t("factor.begin")}
        </Button>
      )}
    </RequiredStepPage>
  );
}
