import { type StorageProviderRow, storageProviderCalls as calls } from "@jipei/contract/files/storage-provider.ts";
import { Checkbox } from "antd";
import { useState } from "react";
import { CallError } from "../core/api/call-error.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { openJobs } from "../core/jobs/job-store.ts";
import { notify } from "../core/ui/notify.ts";
import { formatCount } from "../core/format/numbers.ts";
import { useSend } from "../core/api/use-call.ts";
import { useTexts } from "./texts.ts";

/** Moves the files of a place to the one in use, as a job. */
export function StorageCopy({ setting, onClose }: { setting: StorageProviderRow; onClose: () => void }) {
  const t = useTexts();
  const [removeSource, setRemoveSource] = useState(false);
  const copy = useSend(calls.copy, { silent: true });
  const start = () =>
    copy.mutate(
      { id: setting.id, removeSource: removeSource ? "1" : "0" },
      {
        onSuccess: () => {
          notify("success", t("storage.copyStarted"));
          openJobs();
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      title={t("storage.copyTitle", { name: setting.ossCode })}
      busy={copy.isPending}
      onClose={onClose}
      onSubmit={start}
      submitText={t("storage.copyStart")}
    >
      {copy.error instanceof CallError && <FailureList error={copy.error} />}
      <p>{t("storage.copyText", { n: formatCount(setting.fileCount ?? 0) })}</p>
      <Checkbox checked={removeSource} onChange={(event) => setRemoveSource(event.target.checked)}>
        {t("storage.copyRemove")}
      </Checkbox>
    </Dialog>
  );
}
