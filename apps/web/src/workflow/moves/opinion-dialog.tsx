import { type FileItem, files } from "@jipei/contract/core/fields/field.ts";
import { Input } from "antd";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { CallError } from "../../core/api/call-error.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { FieldControl } from "../../core/form/field-control.tsx";
import { FieldIssue } from "../../core/form/field-issue.tsx";
import { useTexts } from "../texts.ts";
import "../workflow.css";

export interface Said {
  comment: string | null;
  attachmentList: FileItem[];
}

interface Props {
  title: string;
  /** What is asked for; left out, an opinion. */
  label?: string;
  /** May not be left empty. */
  needed?: boolean;
  /** Files may go with it. */
  takesFiles?: boolean;
  danger?: boolean;
  busy?: boolean;
  error?: CallError | null;
  /** What else the move asks for; `ready` says whether it is there. */
  children?: ReactNode;
  ready?: () => boolean;
  onSubmit: (said: Said) => void;
  onClose: () => void;
}

const attachments = files();

/** Asks what somebody says with a move in a process, above it what else the move needs. */
export function OpinionDialog(props: Props) {
  const { title, label, needed, takesFiles, danger, busy, error, children, ready, onSubmit, onClose } = props;
  const t = useTexts();
  const id = useId();
  const [text, setText] = useState("");
  const [attachmentList, setFiles] = useState<FileItem[]>([]);
  const [tried, setTried] = useState(false);
  const missing = Boolean(needed) && tried && text.trim() === "";
  const submit = () => {
    setTried(true);
    const isReady = ready?.() ?? true;
    if (isReady && !(needed && text.trim() === "")) onSubmit({ comment: text.trim() || null, attachmentList });
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={submit}
      submitText={title}
      danger={danger}
      busy={busy}
      dirty={text.trim() !== "" || attachmentList.length > 0}
      width={520}
    >
      {error && <FailureList error={error} />}
      <div className="opinion-fields">
        {children}
        <div>
          <label htmlFor={id}>{label ?? t("form.opinion")}</label>
          <Input.TextArea
            id={id}
            value={text}
            maxLength={500}
            showCount
            autoSize={{ minRows: 3, maxRows: 8 }}
            placeholder={needed ? undefined : t("form.optional")}
            status={missing ? "error" : undefined}
            aria-invalid={missing}
            aria-describedby={missing ? `${id}-issue` : undefined}
            onChange={(event) => setText(event.target.value)}
          />
          {missing && <FieldIssue id={`${id}-issue`}>{t("form.needed")}</FieldIssue>}
        </div>
        {takesFiles && (
          <FieldControl
            field={attachments}
            value={attachmentList}
            onChange={(value) => setFiles(value as FileItem[])}
          />
        )}
      </div>
    </Dialog>
  );
}
