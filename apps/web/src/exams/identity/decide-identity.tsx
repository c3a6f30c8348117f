import type { InputOf } from "@jipei/contract/core/call.ts";
import { identityDecision } from "@jipei/contract/exams/exam-codes.ts";
import type { Candidate } from "@jipei/contract/exams/exam.calls.ts";
import { identityCalls as calls } from "@jipei/contract/exams/identity.calls.ts";
import { Input, Radio } from "antd";
import { useId, useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FieldIssue } from "../../core/form/field-issue.tsx";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import { usePhoto } from "./use-photo.ts";

type Decision = InputOf<typeof calls.decide>["decision"];

interface Props {
  candidate: Candidate;
  onDone: (decision: Decision) => void;
  onClose: () => void;
}

/** The photo taken at the start beside the one on the roster, and what a person says of them. */
export function DecideIdentity({ candidate, onDone, onClose }: Props) {
  const { paperId, name, identity, photoTaken, photoOnFile } = candidate;
  const t = useTexts();
  const label = useLabel();
  const getText = useCodeText();
  const id = useId();
  const [decision, setDecision] = useState<Decision>(photoTaken ? "same" : "byEye");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const sending = useSend(calls.decide);
  const isDecided = identity === "2" || identity === "3";
  const isMissing = tried && (decision === "different" || isDecided) && reason.trim() === "";
  const offered = (Object.keys(identityDecision.codes) as Decision[]).filter(
    (one) => one !== (photoTaken ? "byEye" : "same"),
  );
  const submit = () => {
    setTried(true);
    if ((decision === "different" || isDecided) && reason.trim() === "") return;
    sending.mutate({ paperId, decision, reason: reason.trim() || null }, { onSuccess: () => onDone(decision) });
  };
  return (
    <Dialog
      open
      title={`${label(calls.decide)} · ${name}`}
      onClose={onClose}
      onSubmit={submit}
      busy={sending.isPending}
      dirty={reason.trim() !== ""}
    >
      <div className="identity-photos">
        <Photo paperId={paperId} which="taken" isThere={photoTaken === 1} />
        <Photo paperId={paperId} which="file" isThere={photoOnFile === 1} />
      </div>
      <Radio.Group
        value={decision}
        onChange={(event) => setDecision(event.target.value as Decision)}
        options={offered.map((value) => ({ value, label: getText(identityDecision, value) }))}
        aria-label={label(identityDecision)}
      />
      <p className="identity-reason">
        <label htmlFor={id}>{isDecided ? t("identity.reasonAgain") : t("identity.reason")}</label>
        <Input.TextArea
          id={id}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={500}
          rows={2}
          status={isMissing ? "error" : undefined}
        />
        {isMissing && <FieldIssue>{t("identity.reasonMissing")}</FieldIssue>}
      </p>
    </Dialog>
  );
}

function Photo({ paperId, which, isThere }: { paperId: string; which: "taken" | "file"; isThere: boolean }) {
  const t = useTexts();
  const url = usePhoto(paperId, which, isThere);
  const name = which === "taken" ? t("identity.taken") : t("identity.onFile");
  return (
    <figure>
      {url ? <img src={url} alt={name} /> : <div className="no-photo">{t("identity.noPhoto")}</div>}
      <figcaption>{name}</figcaption>
    </figure>
  );
}
