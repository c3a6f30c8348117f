import {
  StorageProvider,
  type StorageProviderRow,
  storageProviderCalls as calls,
} from "@jipei/contract/files/storage-provider.ts";
import { jobList } from "@jipei/contract/core/job.ts";
import { Form } from "antd";
import { useEffect, useRef, useState } from "react";
import { CallError } from "../core/api/call-error.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import type { Values } from "../core/form/form-values.ts";
import type { Named } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import type { RowAction } from "../core/crud/row-actions.tsx";
import { useMayCall } from "../core/session/may-call.ts";
import { refreshAfter } from "../core/api/refresh-after.ts";
import { useCall, useSend } from "../core/api/use-call.ts";
import { StorageCopy } from "./storage-copy.tsx";
import { StorageTest } from "./storage-test.tsx";
import { useTexts } from "./texts.ts";
import type { ByField } from "../core/form/fields.ts";
import "./files.css";

interface Asked {
  of: StorageProviderRow;
  what: "enable" | "test" | "copy";
}

const remote = ({ category }: Values) => category !== "5";
/** Which fields a kind of storage has. */
const when = {
  endpoint: remote,
  bucketName: remote,
  accessKey: remote,
  secretKey: remote,
  region: remote,
  keyPrefix: remote,
  appId: ({ category }: Values) => category === "4",
  // The others take a bucket as a part of the host only.
  addressing: ({ category }: Values) => category === "1" || category === "2",
} satisfies ByField<typeof StorageProvider, unknown>;

/** Places for files; one takes the new ones. */
export default function StorageProviderPage() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const getActions = useActions(setAsked);
  const close = () => setAsked(null);
  useCountsAfterJobs();
  return (
    <>
      <CrudPage
        entity={StorageProvider}
        calls={calls}
        resource="oss"
        columns={[
          "ossCode",
          "category",
          "status",
          "fileCount",
          { field: "endpoint", width: 240 },
          { field: "bucketName", width: 120 },
          { field: "keyPrefix", width: 120 },
          { field: "remark", width: 130 },
        ]}
        search={["ossCode", "category", "status"]}
        card={["ossCode", "category", "status", "fileCount"]}
        form={[
          "ossCode",
          "category",
          "endpoint",
          "bucketName",
          "accessKey",
          "secretKey",
          "appId",
          "region",
          "addressing",
          "keyPrefix",
          "remark",
        ]}
        view={[
          "ossCode",
          "category",
          "status",
          "fileCount",
          "endpoint",
          "bucketName",
          "appId",
          "region",
          "addressing",
          "keyPrefix",
          "remark",
          "updateTime",
        ]}
        initial={{ category: "1" }}
        when={when}
        needed={(row) => (row ? ["endpoint", "bucketName"] : ["endpoint", "bucketName", "accessKey", "secretKey"])}
        locked={(row) => (row?.category === "5" ? ["category"] : [])}
        formHead={<Hints />}
        frozen={(row, what) => (what === "remove" ? whyKept(row) : null)}
        rowActions={getActions}
      />
      {asked?.what === "enable" && <Enable setting={asked.of} onClose={close} />}
      {asked?.what === "test" && <StorageTest setting={asked.of} onClose={close} />}
      {asked?.what === "copy" && <StorageCopy setting={asked.of} onClose={close} />}
    </>
  );
}

/** What the user may do with a place for files. */
function useActions(onAsk: (asked: Asked) => void): (row: StorageProviderRow) => RowAction[] {
  const t = useTexts();
  const maySwitch = useMayCall(calls.enable);
  const mayCopy = useMayCall(calls.copy);
  const whyNotCopied = (row: StorageProviderRow) => {
    if (row.status === "2") return t("storage.here");
    return row.fileCount === 0 ? t("storage.nothing") : null;
  };
  return (row) => {
    const to = (what: Asked["what"], disabled: string | null = null): RowAction => ({
      key: what,
      label: t(`storage.${what}`),
      disabled,
      run: () => onAsk({ of: row, what }),
    });
    return [
      ...(maySwitch ? [to("enable", row.status === "2" ? t("storage.inUse") : null), to("test")] : []),
      ...(mayCopy ? [to("copy", whyNotCopied(row))] : []),
    ];
  };
}

/** Where files lie has changed when a job has ended. The tray asks for the jobs, here one listens. */
function useCountsAfterJobs(): void {
  const jobs = useCall(jobList, undefined);
  const running = jobs.data?.filter(({ endTime }) => !endTime).length ?? 0;
  const before = useRef(running);
  useEffect(() => {
    if (running < before.current) void refreshAfter(calls.list);
    before.current = running;
  }, [running]);
}

/** Why a place cannot be removed; null when it can. */
function whyKept({ status, category, fileCount }: StorageProviderRow): Named | null {
  if (status === "2") return ["启用中的配置不能删除", "The enabled setting cannot be deleted"];
  if (category === "5") return ["内置的本地存储不能删除", "The built-in local storage cannot be deleted"];
  return fileCount ? ["其中尚有文件，请先迁移", "It still holds files; please move them first"] : null;
}

function Enable({ setting, onClose }: { setting: StorageProviderRow; onClose: () => void }) {
  const t = useTexts();
  const enable = useSend(calls.enable, { silent: true });
  const send = () =>
    enable.mutate(
      { id: setting.id },
      {
        onSuccess: () => {
          notify("success", t("storage.enabled"));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      title={t("storage.enableTitle", { name: setting.ossCode })}
      busy={enable.isPending}
      onClose={onClose}
      onSubmit={send}
      submitText={t("storage.enable")}
    >
      {enable.error instanceof CallError && <FailureList error={enable.error} />}
      <p>{t("storage.enableText")}</p>
    </Dialog>
  );
}

/** What the provider that is picked wants in the fields below. */
function Hints() {
  const t = useTexts();
  const category = Form.useWatch("category") as "1" | "2" | "3" | "4" | "5" | undefined;
  return (
    <div className="storage-hints" role="status">
      {category && <p>{t(`storage.hint${category}`)}</p>}
      {category !== "5" && (
        <>
          <p>{t("storage.keep")}</p>
          <p>{t("storage.hintRegion")}</p>
        </>
      )}
    </div>
  );
}
