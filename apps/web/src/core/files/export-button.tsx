import type { Call } from "@jipei/contract/core/call.ts";
import { Button } from "antd";
import { useState } from "react";
import { fetchFile, saveAs } from "./download.ts";
import { openJobs } from "../jobs/job-store.ts";
import { notify } from "../ui/notify.ts";
import { useTexts } from "../i18n/core-texts.ts";

export interface ExportProps {
  call: Call;
  /** The parameters of the list on screen: the file holds the same rows, all pages of them. */
  params: Readonly<Record<string, unknown>>;
  text?: string;
}

/** Downloads a list as a workbook; a long one continues as a job. `run` returns whether it succeeded. */
export function useExport({ call, params }: ExportProps): { busy: boolean; run: (more?: object) => Promise<boolean> } {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const run = async (more: object = {}) => {
    setBusy(true);
    const { current: _current, size: _size, ...filters } = params;
    try {
      const file = await fetchFile(call, { ...filters, ...more });
      if (file.blob.type.includes("json")) {
        notify("info", t("export.job"));
        openJobs();
      } else saveAs(file);
      return true;
    } catch {
      // The call client has shown the reason.
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

export function ExportButton(props: ExportProps) {
  const t = useTexts();
  const { busy, run } = useExport(props);
  return (
    <Button loading={busy} onClick={() => void run()}>
      {props.text ?? t("export.button")}
    </Button>
  );
}
