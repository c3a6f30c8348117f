import { type DocumentMode, editorCalls, shownOnly } from "@jipei/contract/files/document-editor.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { invoke } from "../../core/api/call-client.ts";
import { CallError } from "../../core/api/call-error.ts";
import { download } from "../../core/files/download.ts";
import { useLanguage } from "../../core/i18n/language.ts";
import { useDocumentTitle } from "../../core/page/document-title.ts";
import { PlainPage } from "../../core/page/plain-page.tsx";
import { useTexts } from "../texts.ts";
import { EditorFrame } from "./editor-frame.tsx";
import { Versions } from "./versions.tsx";
import "./document.css";

type Opened = OutputOf<typeof editorCalls.open>;

/**
 * A document in the editor, to change where the user may, else to read; download and print are off there. A page of its own, loaded anew, since it alone
 * may load the script of the document server. Without one it offers the file and its versions.
 */
export default function DocumentPage() {
  const { id = "" } = useParams();
  const t = useTexts();
  const language = useLanguage();
  const [mode, setMode] = useState<DocumentMode>("edit");
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [turn, setTurn] = useState(0);
  const [versions, setVersions] = useState(false);
  useDocumentTitle(opened?.fileName ?? t("document.title"));
  useEffect(() => {
    const abort = new AbortController();
    invoke(editorCalls.open, { id, mode, language }, { silent: true, signal: abort.signal }).then(
      setOpened,
      (reason: unknown) => {
        if (!abort.signal.aborted) setError(reason instanceof CallError ? reason : new CallError(0, {}));
      },
    );
    return () => abort.abort();
  }, [id, mode, language, turn]);
  return (
    <PlainPage>
      <main className="document">
        {error && (
          <div className="document-note" role="alert">
            <h1>{t("document.title")}</h1>
            <p>{error.text(language)}</p>
          </div>
        )}
        {opened && !error && (
          <>
            <Head opened={opened} showsVersions={versions} onMode={setMode} onVersions={() => setVersions(!versions)} />
            <div className="document-body">
              <div className="document-main">
                {opened.script && opened.config ? (
                  <EditorFrame script={opened.script} config={opened.config} />
                ) : (
                  <NoServer id={id} opened={opened} />
                )}
              </div>
              {(versions || !opened.script) && <Versions id={id} {...opened} onChange={() => setTurn(turn + 1)} />}
            </div>
          </>
        )}
      </main>
    </PlainPage>
  );
}

interface HeadProps {
  opened: Opened;
  showsVersions: boolean;
  onMode: (mode: DocumentMode) => void;
  onVersions: () => void;
}

function Head({ opened: { fileName, fileType, mode, mayEdit, script }, showsVersions, onMode, onVersions }: HeadProps) {
  const t = useTexts();
  return (
    <div className="document-head">
      <h1>{fileName}</h1>
      {script && (
        <>
          <span className={`document-mode ${mode}`}>
            {t(mode === "edit" ? "document.editing" : "document.reading")}
          </span>
          {mayEdit && !shownOnly.has(fileType) && (
            <button type="button" className="plain-button" onClick={() => onMode(mode === "edit" ? "view" : "edit")}>
              {t(mode === "edit" ? "document.toRead" : "document.toEdit")}
            </button>
          )}
          <button type="button" className="plain-button" aria-expanded={showsVersions} onClick={onVersions}>
            {t("document.versions")}
          </button>
        </>
      )}
    </div>
  );
}

function NoServer({ id, opened: { fileName, fileType, attLink, mayEdit } }: { id: string; opened: Opened }) {
  const t = useTexts();
  const file = { attId: id, fileName, fileType, fileSize: 0, attLink };
  return (
    <div className="document-note">
      <p>{t(mayEdit ? "document.noServer" : "document.noServerRead")}</p>
      <button type="button" className="plain-button strong" onClick={() => void download(file).catch(() => undefined)}>
        {t("document.downloadFile")}
      </button>
    </div>
  );
}
