import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { Button } from "antd";
import { useState } from "react";
import { FileList } from "../../core/files/file-list.tsx";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { UploadDialog } from "../../core/files/upload-dialog.tsx";
import { useTexts } from "../texts.ts";

/** A recovery rests on a decision, which stays with the claim. */
export function RecoverPayment({
  busy,
  onClose,
  onSubmit,
}: {
  busy: boolean;
  onClose: () => void;
  onSubmit: (reason: string, decision: string[]) => void;
}) {
  const t = useTexts();
  const [files, setFiles] = useState<FileItem[]>([]);
  const [uploading, setUploading] = useState(false);
  const [tried, setTried] = useState(false);
  const submit = (reason: string) => {
    setTried(true);
    if (files.length > 0)
      onSubmit(
        reason,
        files.map((file) => file.attId),
      );
  };
  return (
    <>
      <ReasonDialog open action={t("pay.recover")} danger busy={busy} onClose={onClose} onSubmit={submit}>
        <div className="pay-form">
          <FileList files={files} onRemove={(file) => setFiles(files.filter((one) => one.attId !== file.attId))} />
          <Button onClick={() => setUploading(true)}>{t("pay.decision")}</Button>
          {tried && files.length === 0 && (
            <span role="alert" className="field-issue">
              {t("pay.decisionMissing")}
            </span>
          )}
        </div>
      </ReasonDialog>
      <UploadDialog
        open={uploading}
        title={t("pay.decision")}
        value={files}
        onClose={() => setUploading(false)}
        onSubmit={setFiles}
      />
    </>
  );
}
