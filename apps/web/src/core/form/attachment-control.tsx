import { attachmentCalls } from "@jipei/contract/files/attachment.ts";
import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import type { UploadKind } from "@jipei/contract/core/fields/upload-rules.ts";
import { uploadTypes } from "@jipei/contract/core/fields/upload-rules.ts";
import { Button } from "antd";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { FileList } from "../files/file-list.tsx";
import { useLabel } from "../i18n/language.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useCall } from "../api/use-call.ts";
import { useUploads } from "../files/use-uploads.ts";
import { FieldIssue } from "./field-issue.tsx";
import { useFormUploads } from "./form-uploads.ts";

/** A field that refers to one attachment: a photo, a logo, a scan. */

/** The file of an id; null while it is not known. Users who may see the row may see its name. */
function useAttachment(id: string | null | undefined): FileItem | null {
  const found = useCall(attachmentCalls.detail, { id: id ?? "" }, { enabled: Boolean(id) });
  const row = found.data as
    | { id: string; fileName: string; fileSize: number; fileType: string; attLink: string }
    | undefined;
  return row
    ? { attId: row.id, fileName: row.fileName, fileSize: row.fileSize, fileType: row.fileType, attLink: row.attLink }
    : null;
}

export function AttachmentValue({ id }: { id: string }) {
  const t = useTexts();
  const file = useAttachment(id);
  return file ? <FileList files={[file]} /> : <span className="unit">{t("upload.there")}</span>;
}

interface Props {
  value?: string | null;
  onChange?: (value: string | null) => void;
  kind?: UploadKind;
  disabled?: boolean;
  id?: string;
}

export function AttachmentControl({ value, onChange, kind = "any", disabled, id }: Props) {
  const t = useTexts();
  const label = useLabel();
  const input = useRef<HTMLInputElement>(null);
  const own = useId();
  const form = useFormUploads();
  const name = id ?? own;
  const [uploads] = useState(() => form.find(name) ?? form.begin(name, kind, []));
  const { files, sending, isSending, add, forget, setFiles } = useUploads(uploads);
  const [fresh, setFresh] = useState<FileItem | null>(null);
  const stored = useAttachment(value && value !== fresh?.attId ? value : null);
  // Also of a file that arrived while the control was away.
  const take = useEffectEvent((file: FileItem) => {
    setFresh(file);
    setFiles([]);
    onChange?.(file.attId);
  });
  const arrived = files.at(-1);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the file arrives outside of React, at any time
    if (arrived) take(arrived);
  }, [arrived]);
  const named = value === fresh?.attId ? fresh : stored;
  const file = value ? named : null;
  const last = sending.at(-1);
  return (
    <div id={id} tabIndex={-1}>
      {file ? (
        <FileList files={[file]} onRemove={disabled ? undefined : () => onChange?.(null)} />
      ) : (
        value && <span className="unit">{t("upload.there")}</span>
      )}
      {last && !last.issue && (
        <progress value={last.share} aria-label={t("upload.progress", { name: last.file.name })} />
      )}
      {last?.issue && <FieldIssue>{label(last.issue)}</FieldIssue>}
      {!disabled && (
        <Button onClick={() => input.current?.click()} loading={isSending}>
          {value ? t("upload.replace") : t("upload.choose")}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        // The `hidden` attribute is undone by antd's rule for file inputs of a form.
        style={{ display: "none" }}
        accept={uploadTypes[kind].map((type) => `.${type}`).join(",")}
        onChange={({ target }) => {
          for (const one of sending) forget(one.key);
          add([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </div>
  );
}
