import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { findIssue } from "@jipei/contract/core/fields/check-field.ts";
import { Checkbox, Input } from "antd";
import { useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { plainNumber } from "../../core/form/form-values.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { useSend } from "../../core/api/use-call.ts";
import type { Part, SheetRow } from "./score-drafts.ts";
import { useTexts } from "../texts.ts";

interface Props {
  row: SheetRow;
  /** Parts that the assessment includes. */
  parts: readonly Part[];
  onClose: () => void;
  onDone: () => void;
}
type Typed = Partial<Record<Part | "isAbsent" | "isCheat", string>>;

/** Corrects one published grade; only changes are sent, with the reason. */
export function CorrectGrade({ row, parts, onClose, onDone }: Props) {
  const t = useTexts();
  const label = useLabel();
  const [typed, setTyped] = useState<Typed>({});
  const send = useSend(gradeCalls.submit, { silent: true });
  const wrong = (part: Part) => findIssue(Grade.fields[part], typed[part] ?? "") !== null;
  const submit = (reason: string) => {
    if (parts.some(wrong)) return;
    const change = Object.fromEntries(
      Object.entries(typed).map(([name, value]) => [name, value === "" ? null : value]),
    );
    send.mutate({ id: row.id, version: row.version, ...change, reason }, { onSuccess: onDone });
  };
  return (
    <ReasonDialog
      open
      action={t("scores.correct")}
      busy={send.isPending}
      dirty={Object.keys(typed).length > 0}
      onClose={onClose}
      onSubmit={submit}
    >
      {send.error instanceof CallError && <FailureList error={send.error} />}
      <p>
        <strong>{row.name}</strong>
      </p>
      <div className="exam-form">
        {parts.map((part) => (
          <label key={part}>
            {label(Grade.fields[part])}
            <Input
              className="numeric score"
              inputMode="decimal"
              aria-invalid={wrong(part)}
              status={wrong(part) ? "error" : undefined}
              value={typed[part] ?? row[part] ?? ""}
              onChange={(event) => setTyped({ ...typed, [part]: plainNumber(event.target.value) })}
            />
          </label>
        ))}
      </div>
      <p>
        {(["isAbsent", "isCheat"] as const).map((name) => (
          <Checkbox
            key={name}
            checked={(typed[name] ?? row[name]) === "1"}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.checked ? "1" : "0" })}
          >
            {label(Grade.fields[name])}
          </Checkbox>
        ))}
      </p>
    </ReasonDialog>
  );
}
