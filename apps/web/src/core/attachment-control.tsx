import { attachmentCalls } from "@jipei/contract/files/attachment.ts";
import type { FileItem } from "@jipei/contract/core/field.ts";
import type { UploadKind } from "@jipei/contract/core/upload-rules.ts";
import { uploadTypes } from "@jipei/contract/core/upload-rules.ts";
import { Button } from "antd";
import { useRef, useState } from "react";
import { FileList } from "./file-list.tsx";
import { useLabel } from "./i18n/language.ts";
import { useTexts } from "./texts.ts";
import { useCall } from "./use-call.ts";
import { useUploads } from "./use-uploads.ts";

/** A field that refers to one attachment: a photo, a logo, a scan. */

/** The file of an id; null while it is not known. Who may see the row may see its name. */
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
  const [fresh, setFresh] = useState<FileItem | null>(null);
  const stored = useAttachment(value && value !== fresh?.attId ? value : null);
  const uploads = useUploads(
    kind,
    0,
    (file) => {
      setFresh(file);
      onChange?.(file.attId);
    },
    t("upload.done"),
  );
  const file = value ? (value === fresh?.attId ? fresh : stored) : null;
  const [sending] = uploads.sending.slice(-1);
  return (
    <div id={id} tabIndex={-1}>
      {file ? (
        <FileList files={[file]} onRemove={disabled ? undefined : () => onChange?.(null)} />
      ) : (
        value && <span className="unit">{t("upload.there")}</span>
      )}
      {sending && !sending.fault && (
        <progress value={sending.share} aria-label={t("upload.progress", { name: sending.file.name })} />
      )}
      {sending?.fault && (
        <p className="field-fault" role="alert">
          {label(sending.fault)}
        </p>
      )}
      {!disabled && (
        <Button onClick={() => input.current?.click()} loading={Boolean(sending && !sending.fault)}>
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
          for (const one of uploads.sending) uploads.forget(one.key);
          uploads.add([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </div>
  );
}
