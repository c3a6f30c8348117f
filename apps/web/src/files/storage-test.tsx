import { type StorageProviderRow, storageProviderCalls as calls } from "@jipei/contract/files/storage-provider.ts";
import { Alert } from "antd";
import { useEffect, useEffectEvent } from "react";
import { CallError } from "../core/api/call-error.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { formatCount } from "../core/format/numbers.ts";
import { useSend } from "../core/api/use-call.ts";
import { useTexts } from "./texts.ts";

/** Tries a place as soon as it is opened, and says what came of it. */
export function StorageTest({ setting, onClose }: { setting: StorageProviderRow; onClose: () => void }) {
  const t = useTexts();
  const { mutate, data, error, isPending } = useSend(calls.test, { silent: true });
  const run = () => mutate({ id: setting.id });
  const begin = useEffectEvent(run);
  useEffect(() => begin(), []);
  return (
    <Dialog
      open
      title={t("storage.testTitle", { name: setting.ossCode })}
      busy={isPending}
      onClose={onClose}
      onSubmit={run}
      submitText={t("storage.again")}
    >
      {isPending && <Alert type="info" showIcon title={t("storage.testing")} />}
      {error instanceof CallError && <FailureList error={error} />}
      {data && <Alert type="success" showIcon title={t("storage.passed", { n: formatCount(data.milliseconds) })} />}
    </Dialog>
  );
}
