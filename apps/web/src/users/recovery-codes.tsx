import { Button } from "antd";
import { copyText } from "../core/copy-text.ts";
import { saveAs } from "../core/download.ts";
import { notify } from "../core/notify.ts";
import { useTexts } from "./texts.ts";

/** Recovery codes, this once: the server keeps hashes of them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts();
  const copy = async () => {
    if (await copyText(codes.join("\n"))) notify("success", t("factor.copied"));
    else notify("warning", t("factor.notCopied"));
  };
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
        <Button onClick={() => void copy()}>{t("factor.copyCodes")}</Button>
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
