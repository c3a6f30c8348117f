import type { Call } from "@jipei/contract/core/call.ts";
import { Button } from "antd";
import { useState } from "react";
import { fetchFile, saveAs } from "./download.ts";
import { openJobs } from "./job-store.ts";
import { notify } from "./notify.ts";
import { useTexts } from "./texts.ts";

export interface ExportProps {
  call: Call<never, unknown> | Call;
  /** What the list on screen was asked for: the file holds the same rows, all pages of them. */
  params: Readonly<Record<string, unknown>>;
  text?: string;
}

/** Fetches a list as a workbook; a long one goes on as a job. `run` tells whether it came. */
export function useExport({ call, params }: ExportProps): { busy: boolean; run: (more?: object) => Promise<boolean> } {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const run = async (more: object = {}) => {
    setBusy(true);
    const { current: _current, size: _size, ...filters } = params;
    try {
      const file = await fetchFile(call as Call, { ...filters, ...more });
      if (file.blob.type.includes("json")) {
        notify("info", t("export.job"));
        openJobs();
      } else saveAs(file);
      return true;
    } catch {
      // The call client has said why.
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
