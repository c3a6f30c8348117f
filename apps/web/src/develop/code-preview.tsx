import { type CodeRow, codeCalls as calls } from "@jipei/contract/develop/code.ts";
import { Select } from "antd";
import { useId, useState } from "react";
import { Dialog } from "../core/dialog/dialog.tsx";
import { Unanswered } from "../core/ui/states.tsx";
import { useCall } from "../core/api/use-call.ts";
import { joinNames } from "../core/i18n/join-names.ts";
import { useTexts } from "./texts.ts";

interface Props {
  rows: readonly CodeRow[];
  onGenerate: () => void;
  onClose: () => void;
}

/** The files before they are fetched, one at a time. */
export function CodePreview({ rows, onGenerate, onClose }: Props) {
  const t = useTexts();
  const id = useId();
  const [path, setPath] = useState<string | null>(null);
  const found = useCall(calls.preview, { ids: rows.map((row) => row.id).join(",") }, { staleTime: 0 });
  const files = found.data ?? [];
  const file = files.find((one) => one.path === path) ?? files[0];
  return (
    <Dialog
      open
      width={960}
      title={t("code.previewTitle", { name: joinNames(rows.map(({ codeName }) => codeName)) })}
      onClose={onClose}
      {...(file && { onSubmit: onGenerate, submitText: t("code.generate") })}
    >
      {found.isError || !file ? (
        <Unanswered queries={[found]} />
      ) : (
        <>
          <label htmlFor={id}>{t("code.file")}</label>
          <Select
            id={id}
            value={file.path}
            onChange={setPath}
            options={files.map((one) => ({ value: one.path, label: one.path }))}
            style={{ width: "100%" }}
          />
          <pre className="code-preview" tabIndex={0} aria-label={t("code.text")}>
            {file.text}
          </pre>
        </>
      )}
    </Dialog>
  );
}
