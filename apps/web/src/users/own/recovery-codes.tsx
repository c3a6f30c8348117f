import { Button } from "antd";
import { copy } from "../../core/ui/copy.ts";
import { saveAs } from "../../core/files/download.ts";
import { useTexts } from "../texts.ts";

/** Recovery codes, this once: the server keeps hashes of them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts();
  return (
    <div className="factor-codes">
      <p role="status">{t("factor.codesNote")}</p>
      <ul aria-label={t("factor.codes")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="factor-buttons">
        <Button onClick={() => void copy(codes.join("\n"))}>{t("factor.copyCodes")}</Button>
        <Button
          onClick={() =>
            saveAs({
              blob: new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }),
              name: "jipei-recovery-codes.txt",
            })
          }
        >
          {t("factor.saveCodes")}
        </Button>
        <Button type="primary" onClick={onDone}>
          {t("factor.done")}
        </Button>
      </p>
    </div>
  );
}
