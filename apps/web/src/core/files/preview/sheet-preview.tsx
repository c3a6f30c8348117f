import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { documentCalls } from "@jipei/contract/files/document.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { invoke } from "../../api/call-client.ts";
import { CallError } from "../../api/call-error.ts";
import { Empty, Failed, Skeleton } from "../../ui/states.tsx";
import { TabList } from "../../ui/tabs/tab-list.tsx";
import { type SheetLine, SheetTable } from "./sheet-table.tsx";
import { useTexts } from "./texts.ts";

type Answer = OutputOf<typeof documentCalls.sheet>;

interface Read {
  sheet: number;
  lines: readonly SheetLine[];
  last: Answer;
}

/** A workbook as a table, sheet by sheet: the server reads it, some hundred rows at a time, so that a phone need not. */
export default function SheetPreview({ file }: { file: FileItem }) {
  const t = useTexts();
  const [sheet, setSheet] = useState(0);
  const [from, setFrom] = useState(1);
  const [read, setRead] = useState<Read | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    invoke(documentCalls.sheet, { id: file.attId, sheet, from }, { silent: true, signal: abort.signal }).then(
      (last) =>
        setRead((before) => ({
          sheet,
          lines: [...(before?.sheet === sheet && from > 1 ? before.lines : []), ...last.rows],
          last,
        })),
      (reason: unknown) => {
        if (!abort.signal.aborted) setError(reason instanceof CallError ? reason : new CallError(0, {}));
      },
    );
    return () => abort.abort();
  }, [file, sheet, from]);
  const choose = (key: string) => {
    setSheet(Number(key));
    setFrom(1);
  };
  if (error) return <Failed error={error} />;
  if (!read) return <Skeleton rows={6} />;
  const { sheets, next, isCut } = read.last;
  const items = sheets.map((label, i) => ({ key: String(i), label }));
  return (
    <div className="preview-sheet">
      <TabList
        id="preview-sheet"
        className="preview-tabs"
        label={t("sheets")}
        items={items}
        active={String(sheet)}
        onChange={choose}
        panelOf={() => "preview-sheet-panel"}
      />
      <div id="preview-sheet-panel" role="tabpanel" aria-labelledby={`preview-sheet-${sheet}`}>
        {read.lines.length > 0 ? (
          <SheetTable name={sheets[sheet] ?? file.fileName} lines={read.lines} />
        ) : (
          <Empty text={t("emptySheet")} />
        )}
      </div>
      <p className="preview-note" aria-live="polite">
        {next && next > from ? <Button onClick={() => setFrom(next)}>{t("more")}</Button> : null}
        {isCut && <span>{t("cut")}</span>}
      </p>
    </div>
  );
}
