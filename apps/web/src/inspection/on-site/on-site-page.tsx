import { investigateKind } from "@jipei/contract/inspection/investigation-codes.ts";
import { inspection } from "@jipei/contract/inspection/investigation.ts";
import { useSearchParams } from "react-router";
import { useDocumentTitle } from "../../core/page/document-title.ts";
import { Link, useGo } from "../../core/page/link.ts";
import { PlainPage } from "../../core/page/plain-page.tsx";
import { useIsOf, useSession } from "../../core/session/session.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { chinaTime } from "../../core/format/dates.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { beginNote } from "./new-note.ts";
import { FinishedNote, NoteForm } from "./note-form.tsx";
import { type SiteNote, getState, isWaiting, noteName } from "./site-note.ts";
import { useTexts } from "./texts.ts";
import { type Notes, useNotes } from "./use-notes.ts";
import { useOnline } from "./use-online.ts";
import { useWorker } from "./use-worker.ts";
import "./on-site.css";

/** Findings of an investigation, written where it takes place. The page opens without a network, and sends later what was written. */
export default function OnSitePage() {
  const t = useTexts();
  const { info } = useSession();
  const [search] = useSearchParams();
  const notes = useNotes(info?.userId ?? "");
  useDocumentTitle(t("title"));
  const opens = useWorker();
  const open = notes.notes?.find(({ key }) => key === search.get("note"));
  const isOfBureau = useIsOf("bureau");
  const list = isOfBureau ? "/enterprise/investigation" : "/ent/investigation";
  return (
    <PlainPage>
      <main className="on-site">
        <h1>{t("title")}</h1>
        <State {...notes} />
        <p className={opens === "stored" ? "plain-note" : undefined}>{t(`opens.${opens}`)}</p>
        {open ? (
          <>
            <Link to="/onsite">{t("all")}</Link>
            {open.isReady ? <FinishedNote key={open.key} note={open} /> : <NoteForm key={open.key} note={open} />}
          </>
        ) : (
          <>
            <p>{t("intro")}</p>
            <ul className="on-site-list">
              {notes.sent.map(({ id, note }) => (
                <li key={note.key}>
                  <Sent note={note} /> <Link to={`/enterprise/investigation/${id}`}>{t("view")}</Link>
                </li>
              ))}
              {notes.notes?.map((note) => (
                <li key={note.key}>
                  <NoteLine note={note} />
                </li>
              ))}
            </ul>
            {notes.notes?.length === 0 && <p>{t("none")}</p>}
            <Begin userId={info?.userId ?? ""} isOfBureau={isOfBureau} />
            <Link to={list}>{t("back")}</Link>
          </>
        )}
      </main>
    </PlainPage>
  );
}

/** Whether there is a network, and what waits for it. */
function State({ notes, held }: Notes) {
  const t = useTexts();
  const label = useLabel();
  const waits = notes?.some(isWaiting);
  const online = useOnline();
  const getText = () => {
    if (!online) return t("offline");
    if (!waits) return null;
    return held ? t("held", { reason: label([held.msg, held.msgEn]) }) : t("sending");
  };
  return (
    <p className="on-site-state" role="status">
      {getText()}
    </p>
  );
}

function Sent({ note }: { note: SiteNote }) {
  const t = useTexts();
  const label = useLabel();
  return <span className="plain-note">{t("sent", { name: label(noteName(note)) })}</span>;
}

function NoteLine({ note }: { note: SiteNote }) {
  const t = useTexts();
  const label = useLabel();
  return (
    <Link to={`/onsite?note=${note.key}`}>
      <strong>{label(noteName(note))}</strong> <StatusTag codes={investigateKind} value={note.investigateKind} />
      <small className={note.refusal ? "plain-issue" : undefined}>
        {t(getState(note))} · {chinaTime(note.changed).slice(0, 16)}
      </small>
    </Link>
  );
}

/** One button for each kind that the user may write. */
function Begin({ userId, isOfBureau }: { userId: string; isOfBureau: boolean }) {
  const t = useTexts();
  const label = useLabel();
  const go = useGo();
  const kinds = (["1", "2", "3"] as const).filter((kind) => isOfBureau || kind !== inspection);
  return (
    <section className="on-site-begin" aria-label={t("begin")}>
      <h2>{t("begin")}</h2>
      <div className="on-site-actions">
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className="plain-button"
            onClick={() => void beginNote(userId, kind).then((key) => go(`/onsite?note=${key}`))}
          >
            {label(investigateKind.codes[kind])}
          </button>
        ))}
      </div>
    </section>
  );
}
