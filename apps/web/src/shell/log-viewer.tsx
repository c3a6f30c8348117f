import { errorLogCalls } from "@jipei/contract/logs/error-log.ts";
import { Button } from "antd";
import { useState } from "react";
import { invoke } from "../core/call-client.ts";
import type { Column } from "../core/columns.tsx";
import { Confirm, Dialog } from "../core/dialog.tsx";
import { ListCards } from "../core/list-cards.tsx";
import { ListTable } from "../core/list-table.tsx";
import { clearLogs, useLogs } from "../core/log-store.ts";
import { notify } from "../core/notify.ts";
import type { AnyRow } from "../core/ref-select.tsx";
import { Empty } from "../core/states.tsx";
import { useAttempt } from "../core/use-attempt.ts";
import { usePhone } from "../core/use-width.ts";
import { useTexts } from "./texts.ts";
import "./log-viewer.css";

/** The log of this browser over the whole window: look, send in, clear. */
export default function LogViewer({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const phone = usePhone();
  const logs = useLogs();
  const [asking, setAsking] = useState<"upload" | "clear" | null>(null);
  const { attempt, busy } = useAttempt();

  const column = (key: string, title: string, width: number, render: (row: AnyRow) => React.ReactNode): Column => ({
    key,
    title,
    width,
    field: null,
    sortable: false,
    numeric: false,
    total: false,
    render,
  });
  const text = (name: string) => (row: AnyRow) => <span className="log-text">{String(row[name])}</span>;
  const columns = [
    column("type", t("logs.type"), 140, text("type")),
    column("url", t("logs.address"), 200, text("url")),
    column("message", t("logs.content"), 360, text("message")),
    column("stack", t("logs.stack"), 420, (row) => (
      <Stack text={[row["stack"], row["info"]].filter(Boolean).join("\n")} />
    )),
    column("time", t("logs.time"), 170, text("time")),
  ];
  const list = {
    name: t("logs.title"),
    columns,
    rows: logs.map((entry, at) => ({ ...entry, id: String(logs.length - at) })),
    titleOf: (row: AnyRow) => String(row["message"]),
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
        {logs.length === 0 ? (
          <Empty text={t("logs.empty")} />
        ) : phone ? (
          <ListCards {...list} card={[2, 0, 1, 4, 3].map((at) => columns[at] as Column)} />
        ) : (
          <ListTable {...list} />
        )}
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
