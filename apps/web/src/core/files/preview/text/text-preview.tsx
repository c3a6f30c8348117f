import { Select } from "antd";
import { useMemo, useState } from "react";
import { readCsv } from "./csv-rows.ts";
import { type Encoding, decodeText, encodings, findEncoding } from "./decode-text.ts";
import { SheetTable } from "../sheet-table.tsx";
import { useTexts } from "../texts.ts";
import type { FileBytes } from "../use-bytes.ts";

/** Rows of a table and letters of a text that a page shows without becoming slow. */
const [mostRows, mostLetters] = [2000, 500_000];
const names: Readonly<Record<Encoding, string>> = {
  "utf-8": "UTF-8",
  gb18030: "GB18030 (GBK)",
  big5: "Big5",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
};

/** A text, or its columns as a table. The encoding is found, and can be chosen where that went wrong. */
export default function TextPreview({ kind, name, bytes }: { kind: "text" | "csv"; name: string; bytes: FileBytes }) {
  const t = useTexts();
  const [encoding, setEncoding] = useState(() => findEncoding(bytes));
  const text = useMemo(() => decodeText(bytes, encoding), [bytes, encoding]);
  const rows = useMemo(() => (kind === "csv" ? readCsv(text, mostRows + 1) : []), [kind, text]);
  const isCut = kind === "csv" ? rows.length > mostRows : text.length > mostLetters;
  return (
    <div className="preview-text">
      <label className="preview-note">
        {t("encoding")}
        <Select
          value={encoding}
          onChange={setEncoding}
          aria-label={t("encoding")}
          options={encodings.map((value) => ({ value, label: names[value] }))}
        />
        {isCut && <span>{t("cut")}</span>}
      </label>
      {kind === "csv" ? (
        <SheetTable name={name} lines={rows.slice(0, mostRows).map((cells, i) => ({ row: i + 1, cells }))} />
      ) : (
        <pre tabIndex={0} aria-label={name}>
          {text.slice(0, mostLetters)}
        </pre>
      )}
    </div>
  );
}
