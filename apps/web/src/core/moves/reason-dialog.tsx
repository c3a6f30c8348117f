import { Input } from "antd";
import { useState } from "react";
import type { ReactNode } from "react";
import { Dialog } from "../dialog/dialog.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import { FieldIssue } from "../form/field-issue.tsx";
import "./reason-dialog.css";

interface Props {
  open: boolean;
  /** Name of the action the reason is for. */
  action: string;
  danger?: boolean;
  busy?: boolean;
  /** What `children` ask for was changed: closing asks first, as it does once a reason is typed. */
  dirty?: boolean;
  /** Greatest length of the reason, in characters; 500 where left out. */
  length?: number;
  /** What is asked for, where it is not a reason; without `required` it may be left empty. */
  ask?: { title: string; label: string; required?: string };
  /** Common reasons to pick from. */
  usual?: readonly string[];
  /** More about what happens. */
  children?: ReactNode;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}

/** Asks for a reason, which may not be empty, or for what `ask` says. */
export function ReasonDialog(props: Props) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  action,
  ask,
  danger,
  busy,
  dirty,
  usual = [],
  length = 500,
  children,
  onSubmit,
  onClose,
}: Props) {
  const t = useTexts();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const text = reason.trim();
  const isNeeded = !ask || ask.required !== undefined;
  const missing = isNeeded && tried && text === "";
  const submit = () => {
    setTried(true);
    if (text !== "" || !isNeeded) onSubmit(text);
  };
  return (
    <Dialog
      open
      title={ask?.title ?? t("reason.title", { action })}
      onClose={onClose}
      onSubmit={submit}
      submitText={action}
      danger={danger}
      busy={busy}
      dirty={dirty || text !== ""}
      width={520}
    >
      {children}
      {usual.length > 0 && (
        <div className="usual-reasons">
          {usual.map((one, place) => (
            <button
              key={one}
              type="button"
              className="usual-reason"
              aria-keyshortcuts={`Alt+${place + 1}`}
              title={`Alt+${place + 1}`}
              onClick={() => setReason(one)}
            >
              {one}
            </button>
          ))}
        </div>
      )}
      <label htmlFor="reason">{ask?.label ?? t("reason.label")}</label>
      <Input.TextArea
        id="reason"
        autoFocus
        value={reason}
        onKeyDown={(event) => {
          const picked = event.altKey && /^Digit\d$/.test(event.code) ? usual[Number(event.code.slice(5)) - 1] : null;
          if (!picked) return;
          event.preventDefault();
          setReason(picked);
        }}
        onChange={(event) => setReason(event.target.value)}
        maxLength={length}
        showCount
        autoSize={{ minRows: 3, maxRows: 10 }}
        status={missing ? "error" : undefined}
        aria-invalid={missing}
        aria-describedby={missing ? "reason-issue" : undefined}
      />
      {missing && <FieldIssue id="reason-issue">{ask?.required ?? t("reason.required")}</FieldIssue>}
    </Dialog>
  );
}
