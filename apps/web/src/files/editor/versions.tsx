import { editorCalls, versionOrigin } from "@jipei/contract/files/document-editor.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { useEffect, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { fetchFile, saveAs } from "../../core/files/download.ts";
import { formatDateTime } from "../../core/format/dates.ts";
import { formatKb } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";

type Version = OutputOf<typeof editorCalls.versions>[number];

interface Props {
  id: string;
  fileName: string;
  fileType: string;
  mayEdit: boolean;
  /** The document has another content now. */
  onChange: () => void;
}

/** All contents of a document: each can be fetched, an earlier one made the newest again, a new one brought. */
export function Versions({ id, fileName, fileType, mayEdit, onChange }: Props) {
  const t = useTexts();
  const label = useLabel();
  const [versions, setVersions] = useState<readonly Version[]>([]);
  const [asked, setAsked] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    invoke(editorCalls.versions, { id }, { signal: abort.signal }).then(setVersions, () => undefined);
    return () => abort.abort();
  }, [id, turn]);
  const change = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      notify("success", done);
      setTurn(turn + 1);
      onChange();
    } catch {
      // The call client has shown the reason.
    } finally {
      setBusy(false);
      setAsked(null);
    }
  };
  const fetch = async (versionNo: number) => {
    const { blob } = await fetchFile(editorCalls.version, { id, versionNo });
    saveAs({ blob, name: fileName.replace(/(?=\.[^.]+$)/, `-v${versionNo}`) });
  };
  const upload = (file: File) =>
    change(() => invoke(editorCalls.upload, { id, file } as { id: string }), t("document.uploaded"));
  const restore = (versionNo: number) =>
    change(() => invoke(editorCalls.restore, { id, versionNo }), t("document.restored", { n: versionNo }));
  return (
    <section className="document-versions" aria-label={t("document.versions")}>
      <h2>{t("document.versions")}</h2>
      <ol>
        {versions.map(({ versionNo, origin, fileSize, createTime, userName }, i) => (
          <li key={versionNo}>
            <strong>{t("document.version", { n: versionNo })}</strong>
            {i === 0 && <span className="document-now">{t("document.now")}</span>}
            <span className="document-facts">
              {[label(versionOrigin.codes[origin]), userName, formatDateTime(createTime), formatKb(fileSize)]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <span className="document-actions">
              {versions.length > 1 && (
                <button
                  type="button"
                  className="plain-button"
                  onClick={() => void fetch(versionNo).catch(() => undefined)}
                >
                  {t("document.download")}
                </button>
              )}
              {mayEdit && i > 0 && asked !== versionNo && (
                <button type="button" className="plain-button" disabled={busy} onClick={() => setAsked(versionNo)}>
                  {t("document.restore")}
                </button>
              )}
              {asked === versionNo && (
                <>
                  <span role="alert">{t("document.restoreAsk", { n: versionNo })}</span>
                  <button
                    type="button"
                    className="plain-button strong"
                    disabled={busy}
                    onClick={() => void restore(versionNo)}
                  >
                    {t("document.yes")}
                  </button>
                  <button type="button" className="plain-button" onClick={() => setAsked(null)}>
                    {t("document.no")}
                  </button>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {mayEdit && (
        <label className="plain-button document-upload">
          {t("document.upload", { type: fileType })}
          <input
            type="file"
            className="document-file"
            accept={`.${fileType}`}
            disabled={busy}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = "";
              if (file) void upload(file);
            }}
          />
        </label>
      )}
    </section>
  );
}
