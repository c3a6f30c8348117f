import { FourEyesRequest, type FourEyesRequestRow, fourEyesCalls } from "@jipei/contract/users/four-eyes.ts";
import { invoke } from "../../core/api/call-client.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { notify } from "../../core/ui/notify.ts";
import { Loaded } from "../../core/ui/states.tsx";
import { useTexts } from "../texts.ts";
import { SubjectFacts } from "./subject-facts.tsx";

export type Decision = "confirm" | "refuse" | "withdraw";

interface Props {
  decision: Decision;
  row: FourEyesRequestRow;
  onClose: () => void;
}

/** Asks before a request is confirmed or withdrawn, and why where it is refused. */
export function FourEyesDecision({ decision, row, onClose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const { busy, error, attempt } = useAttempt();
  // What the request is about is read before it is confirmed.
  const subject = useCall(fourEyesCalls.detail, { id: row.id }, { enabled: decision === "confirm" });
  const decide = (opinion?: string) =>
    void attempt(async () => {
      await invoke(fourEyesCalls[decision], { id: row.id, ...(opinion && { opinion }) }, { silent: true });
      notify("success", t(`fourEyes.${decision}Done`));
      onClose();
      await refreshAfter(fourEyesCalls[decision]);
    });
  const refusal = error && <FailureList error={error} />;
  if (decision === "refuse")
    return (
      <ReasonDialog
        open
        action={t("fourEyes.refuse")}
        danger
        busy={busy}
        ask={{
          title: t("fourEyes.refuse"),
          label: label(FourEyesRequest.fields.opinion),
          required: t("fourEyes.opinionNeeded"),
        }}
        onSubmit={decide}
        onClose={onClose}
      >
        {refusal}
      </ReasonDialog>
    );
  return (
    <Dialog
      open
      title={t(`fourEyes.${decision}Title`, { name: row.realName ?? row.account ?? "" })}
      submitText={t(`fourEyes.${decision}`)}
      danger={decision === "withdraw"}
      busy={busy || subject.isLoading}
      onSubmit={subject.isError ? undefined : () => decide()}
      onClose={onClose}
      width={440}
    >
      {decision === "confirm" && (
        <>
          <p>{t(`fourEyes.effect.${row.kind ?? "roles"}`)}</p>
          <Loaded query={subject} rows={4}>
            {(facts) => <SubjectFacts {...facts} />}
          </Loaded>
        </>
      )}
      {refusal}
    </Dialog>
  );
}
