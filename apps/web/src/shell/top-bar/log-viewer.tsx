import { errorLogCalls } from "@jipei/contract/logs/error-log.ts";
import { Button } from "antd";
import { useState } from "react";
import type { ReactNode } from "react";
import { invoke } from "../../core/api/call-client.ts";
import type { Column } from "../../core/list/columns/columns.tsx";
import { Confirm, Dialog } from "../../core/dialog/dialog.tsx";
import { ListCards } from "../../core/list/list-cards.tsx";
import { ListTable } from "../../core/list/list-table.tsx";
import { type LogEntry, clearLogs, useLogs } from "../../core/api/log-store.ts";
import { notify } from "../../core/ui/notify.ts";
import { Empty } from "../../core/ui/states.tsx";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { usePhone } from "../../core/ui/use-width.ts";
import { useTexts } from "../texts.ts";
import "./log-viewer.css";

/** The log of this browser over the whole window: look, send in, clear. */
export default function LogViewer({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const phone = usePhone();
  const logs = useLogs();
  const [asking, setAsking] = useState<"upload" | "clear" | null>(null);
  const { attempt, busy } = useAttempt();

  const { type, url, message, stack, time } = useColumns();
  const list = {
    name: t("logs.title"),
    columns: [type, url, message, stack, time],
    rows: logs.map((entry, at) => ({ ...entry, id: String(logs.length - at) })),
    titleOf: (row: LogEntry) => row.message,
  };

  async function upload() {
    await invoke(
      errorLogCalls.upload,
      logs.map((entry) => ({ ...entry })),
    );
    // What has been sent in is not sent in again.
    clearLogs();
    notify("success", t("logs.uploaded"));
    setAsking(null);
  }
  function clear() {
    clearLogs();
    notify("success", t("logs.cleared"));
    setAsking(null);
  }

  const buttons = (
    <>
      <Button disabled={logs.length === 0} onClick={() => setAsking("upload")}>
        {t("logs.upload")}
      </Button>
      <Button danger disabled={logs.length === 0} onClick={() => setAsking("clear")}>
        {t("logs.clear")}
      </Button>
    </>
  );
  return (
    <>
      <Dialog open full title={t("logs.title")} onClose={onClose} extra={buttons}>
        {logs.length === 0 && <Empty text={t("logs.empty")} />}
        {logs.length > 0 && phone && <ListCards {...list} card={[message, type, url, time, stack]} />}
        {logs.length > 0 && !phone && <ListTable {...list} />}
      </Dialog>
      <Confirm
        open={asking !== null}
        title={asking === "clear" ? t("logs.clear") : t("logs.upload")}
        danger={asking === "clear"}
        busy={busy}
        onOk={() => (asking === "clear" ? clear() : attempt(upload))}
        onClose={() => setAsking(null)}
      >
        {asking === "clear" ? t("logs.askClear") : t("logs.askUpload")}
      </Confirm>
    </>
  );
}

function useColumns() {
  const t = useTexts();
  const column = (
    key: keyof LogEntry,
    title: string,
    width: number,
    render = (row: LogEntry): ReactNode => <span className="log-text">{String(row[key])}</span>,
  ): Column<LogEntry> => ({
    key,
    title,
    width,
    least: width,
    field: null,
    sortable: false,
    numeric: false,
    total: false,
    render,
  });
  return {
    type: column("type", t("logs.type"), 140),
    url: column("url", t("logs.address"), 200),
    message: column("message", t("logs.content"), 360),
    stack: column("stack", t("logs.stack"), 420, (row) => (
      <Stack text={[row.stack, row.info].filter(Boolean).join("\n")} />
    )),
    time: column("time", t("logs.time"), 170),
  };
}

/** The first line of a stack; the rest on demand. */
function Stack({ text }: { text: string }) {
  const t = useTexts();
  if (!text) return null;
  return (
    <details className="log-stack">
      <summary>{t("logs.showStack")}</summary>
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
