import type { Candidate } from "@jipei/contract/exams/exam.calls.ts";
import { examPaperCalls as calls } from "@jipei/contract/exams/exam-paper.calls.ts";
import { identityCalls } from "@jipei/contract/exams/identity.calls.ts";
import { InputNumber, Radio } from "antd";
import { useId, useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import { type RowAction, RowActions } from "../../core/crud/row-actions.tsx";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useCan } from "../../core/session/session.ts";
import { notify } from "../../core/ui/notify.ts";
import { DecideIdentity } from "../identity/decide-identity.tsx";
import { useTexts } from "../texts.ts";

type Asked = "extend" | "release" | "void" | "identity" | null;

/** What an invigilator does for one candidate: more time, another device, a void paper. */
export function CandidateActions({ candidate, onDone }: { candidate: Candidate; onDone: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const mayVoid = useCan("exam_paper_void");
  const [asked, setAsked] = useState<Asked>(null);
  const isOpen = candidate.status === "0" || candidate.status === "1";
  const isBegun = candidate.status === "1" || candidate.status === "2" || candidate.status === "3";
  const isDecidable = candidate.identity && (candidate.status === "1" || candidate.status === "2");
  const actions: RowAction[] = [
    ...(isDecidable ? [{ key: "identity", label: label(identityCalls.decide), run: () => setAsked("identity") }] : []),
    ...(isOpen ? [{ key: "extend", label: t("room.extend"), run: () => setAsked("extend") }] : []),
    ...(candidate.status === "1" ? [{ key: "release", label: t("room.release"), run: () => setAsked("release") }] : []),
    ...(isBegun && mayVoid ? [{ key: "void", label: t("room.void"), danger: true, run: () => setAsked("void") }] : []),
  ];
  const close = () => setAsked(null);
  const done = (text: string) => {
    notify("success", text);
    close();
    onDone();
  };
  return (
    <>
      <RowActions actions={actions} of={candidate.name} />
      {asked === "extend" && <Extend candidate={candidate} onDone={done} onClose={close} />}
      {asked === "release" && <Release candidate={candidate} onDone={done} onClose={close} />}
      {asked === "identity" && (
        <DecideIdentity
          candidate={candidate}
          onDone={(decision) => {
            done(t("identity.decided"));
            // What another person wrote is not graded.
            if (decision === "different" && mayVoid) setAsked("void");
          }}
          onClose={close}
        />
      )}
      {asked === "void" && <Void candidate={candidate} onDone={done} onClose={close} />}
    </>
  );
}

interface Props {
  candidate: Candidate;
  onDone: (text: string) => void;
  onClose: () => void;
}

/** How much more time is offered first. */
const usualMinutes = 10;

function Extend({ candidate: { paperId, name }, onDone, onClose }: Props) {
  const t = useTexts();
  const id = useId();
  const [minutes, setMinutes] = useState(usualMinutes);
  const sending = useSend(calls.extend);
  return (
    <ReasonDialog
      open
      action={`${t("room.extend")} · ${name}`}
      busy={sending.isPending}
      dirty={minutes !== usualMinutes}
      onSubmit={(reason) =>
        sending.mutate({ ids: paperId, minutes, reason }, { onSuccess: () => onDone(t("room.extendDone")) })
      }
      onClose={onClose}
    >
      <label htmlFor={id}>{t("room.minutes")}</label>{" "}
      <InputNumber
        id={id}
        min={1}
        max={120}
        precision={0}
        value={minutes}
        onChange={(value) => setMinutes(value ?? 1)}
      />
    </ReasonDialog>
  );
}

function Release({ candidate: { paperId, name }, onDone, onClose }: Props) {
  const t = useTexts();
  const sending = useSend(calls.release);
  return (
    <ReasonDialog
      open
      action={`${t("room.release")} · ${name}`}
      busy={sending.isPending}
      onSubmit={(reason) =>
        sending.mutate({ ids: paperId, reason }, { onSuccess: () => onDone(t("room.releaseText")) })
      }
      onClose={onClose}
    >
      <p>{t("room.releaseText")}</p>
    </ReasonDialog>
  );
}

function Void({ candidate: { paperId, name, identity }, onDone, onClose }: Props) {
  const t = useTexts();
  const [isCheat, setCheat] = useState<"1" | "0">("0");
  const sending = useSend(calls.submit);
  return (
    <ReasonDialog
      open
      danger
      action={`${t("room.void")} · ${name}`}
      busy={sending.isPending}
      dirty={isCheat === "1"}
      onSubmit={(reason) =>
        sending.mutate({ id: paperId, status: "9", isCheat, reason }, { onSuccess: () => onDone(t("room.voidDone")) })
      }
      onClose={onClose}
    >
      {identity === "3" && <p>{t("identity.rejectedVoid")}</p>}
      <Radio.Group
        value={isCheat}
        onChange={(event) => setCheat(event.target.value as "1" | "0")}
        options={[
          { value: "0", label: t("room.voidFault") },
          { value: "1", label: t("room.voidCheat") },
        ]}
        aria-label={t("room.void")}
      />
    </ReasonDialog>
  );
}
