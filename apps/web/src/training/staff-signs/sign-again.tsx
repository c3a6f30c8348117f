import { enterpriseSignCalls as calls } from "@jipei/contract/training/enterprise-sign.ts";
import { Button } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { useGo } from "../../core/page/link.ts";
import { can } from "../../core/session/session.ts";
import { notify } from "../../core/ui/notify.ts";
import type { WholeSign } from "./whole-sign.ts";
import { useTexts } from "./texts.ts";

/** Signs the same people up once more, after a return or a withdrawal. */
export function SignAgain({ row }: { row: Pick<WholeSign, "id" | "confirmStatus"> }) {
  const t = useTexts();
  const go = useGo();
  const [asking, setAsking] = useState(false);
  const { busy, error, attempt } = useAttempt();
  if ((row.confirmStatus !== "back" && row.confirmStatus !== "Invalidate") || !can("enterprise_sign_sign")) return null;
  const send = (reSignReason: string) =>
    attempt(async () => {
      const { id } = await invoke(calls.resignup, { originSignId: row.id, reSignReason }, { silent: true });
      notify("success", t("sent"));
      setAsking(false);
      await refreshAfter(calls.resignup);
      void go(`/enterprise/sign/${id}`);
    });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t("again")}</Button>
      <ReasonDialog
        open={asking}
        action={t("again")}
        length={200}
        busy={busy}
        onSubmit={(reason) => void send(reason)}
        onClose={() => setAsking(false)}
      >
        <p className="unit">{t("againHint")}</p>
        {error && <FailureList error={error} />}
      </ReasonDialog>
    </>
  );
}
