import type { OutputOf } from "@jipei/contract/core/call.ts";
import { secondFactorCalls as calls } from "@jipei/contract/auth/second-factor.ts";
import { Button, Tag } from "antd";
import { lazy, Suspense, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { formatDateTime } from "../../core/format/dates.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { notify } from "../../core/ui/notify.ts";
import { Skeleton, Unanswered } from "../../core/ui/states.tsx";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { ProveOwner, type Proof } from "./prove-owner.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import type { Begun } from "./set-up-factor.tsx";
import { useTexts } from "../texts.ts";

const SetUpFactor = lazy(() => import("./set-up-factor.tsx"));

/** What the owner may do once there is a second factor; each asks for password and code first. */
type OwnerAction = "renew" | "renewCodes" | "remove";

/** The user's own second factor: on or off, renewed, its recovery codes. */
export function SecondFactor() {
  const t = useTexts();
  const mine = useCall(calls.detail, undefined, { staleTime: 0 });
  const [proving, setProving] = useState<OwnerAction | null>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);

  async function begin() {
    setBusy(true);
    // The user has seen the refusal by then.
    await invoke(calls.begin, {}).then(setBegun, () => undefined);
    setBusy(false);
  }
  const actions: Record<OwnerAction, (proof: Proof) => Promise<void>> = {
    renew: async (proof) => setBegun(await invoke(calls.begin, proof, { silent: true })),
    renewCodes: async (proof) => setCodes((await invoke(calls.renewCodes, proof, { silent: true })).recoveryCodes),
    remove: async (proof) => {
      await invoke(calls.remove, proof, { silent: true });
      notify("success", t("factor.removed"));
    },
  };
  async function prove(action: OwnerAction, proof: Proof) {
    await actions[action](proof);
    setProving(null);
    await refreshAfter(calls.detail);
  }
  const done = () => {
    setBegun(null);
    setCodes(null);
    notify("success", t("factor.saved"));
    void refreshAfter(calls.detail);
  };

  if (mine.isError || !mine.data) return <Unanswered queries={[mine]} rows={3} />;
  const { enabled, required } = mine.data;
  return (
    <section className="second-factor" aria-labelledby="second-factor">
      <h2 id="second-factor" className="section-title">
        {t("factor.title")}{" "}
        <Tag color={enabled === "1" ? "success" : "default"}>{enabled === "1" ? t("factor.on") : t("factor.off")}</Tag>
      </h2>
      <p>{t("factor.about")}</p>
      {required === "1" && <p>{t("factor.required")}</p>}
      {enabled === "1" ? (
        <Enabled factor={mine.data} onAct={setProving} />
      ) : (
        <Button onClick={() => void begin()} loading={busy}>
          {t("factor.begin")}
        </Button>
      )}
      {proving && (
        <ProveOwner
          title={t(`factor.${proving}`)}
          danger={proving === "remove"}
          prove={(proof) => prove(proving, proof)}
          onClose={() => setProving(null)}
        />
      )}
      {begun && (
        <Dialog open title={t("factor.title")} onClose={() => setBegun(null)} footer={null} width={520}>
          <Suspense fallback={<Skeleton rows={5} />}>
            <SetUpFactor begun={begun} onDone={done} />
          </Suspense>
        </Dialog>
      )}
      {codes && (
        <Dialog open title={t("factor.codes")} onClose={done} footer={null} width={520}>
          <RecoveryCodes codes={codes} onDone={done} />
        </Dialog>
      )}
    </section>
  );
}

interface EnabledProps {
  factor: OutputOf<typeof calls.detail>;
  onAct: (action: OwnerAction) => void;
}

/** A second factor that is in use, and what its owner may do with it. */
function Enabled({ factor: { setUpTime, codesLeft, required }, onAct }: EnabledProps) {
  const t = useTexts();
  return (
    <>
      <p>{t("factor.facts", { since: formatDateTime(setUpTime ?? ""), n: codesLeft })}</p>
      <p className="factor-buttons">
        <Button onClick={() => onAct("renew")}>{t("factor.renew")}</Button>
        <Button onClick={() => onAct("renewCodes")}>{t("factor.renewCodes")}</Button>
        {required !== "1" && (
          <Button danger onClick={() => onAct("remove")}>
            {t("factor.remove")}
          </Button>
        )}
      </p>
    </>
  );
}
