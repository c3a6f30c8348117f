import { investigateKind } from "@jipei/contract/inspection/investigation-codes.ts";
import { useRef, useState } from "react";
import { InputField } from "../../core/form/plain-input.tsx";
import { chinaTime } from "../../core/format/dates.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { newKey } from "./new-note.ts";
import { NoteFields } from "./note-fields.tsx";
import { getNoteIssues } from "./note-issues.ts";
import { changeNote, removeNote } from "./note-store.ts";
import { Photos } from "./photos.tsx";
import { Place } from "./place.tsx";
import { type SiteNote, mayFillIn, noteName } from "./site-note.ts";
import { useTexts } from "./texts.ts";

/** One note. Every change is stored at once; nothing has to be saved. */
export function NoteForm({ note: stored }: { note: SiteNote }) {
  const t = useTexts();
  const label = useLabel();
  const go = useGo();
  // What is on screen is ahead of what is stored by the moment that storing takes.
  const [note, setNote] = useState(stored);
  const [checks, setChecks] = useState(false);
  const [storage, setStorage] = useState({ time: stored.changed, isFull: false });
  const shown = useRef(note);
  const change = (edit: (note: SiteNote) => SiteNote) => {
    const now = Date.now();
    shown.current = edit(shown.current);
    setNote(shown.current);
    changeNote(stored.key, (one) => ({ ...edit(one), changed: now })).then(
      () => setStorage({ time: now, isFull: false }),
      () => setStorage((before) => ({ ...before, isFull: true })),
    );
  };
  const issues = checks ? getNoteIssues(note) : {};
  const finish = () => {
    setChecks(true);
    const [missing] = Object.keys(getNoteIssues(note));
    if (missing) return document.getElementById(`login-${missing}`)?.focus();
    change((one) => ({ ...one, isReady: true, refusal: null }));
    void go("/onsite");
  };
  return (
    <form
      className="on-site-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <h2>
        {label(noteName(note))} <StatusTag codes={investigateKind} value={note.investigateKind} />
      </h2>
      {!note.draft && (
        <InputField
          name="classNo"
          label={t("classNo")}
          issue={issues["classNo"] ?? null}
          value={note.classNo}
          onChange={(classNo) => change((one) => ({ ...one, classNo: classNo.trim() }))}
        />
      )}
      <NoteFields
        note={note}
        issues={issues}
        onChange={(name, value) => change((one) => ({ ...one, values: { ...one.values, [name]: value } }))}
      />
      <Photos
        note={note}
        onAdd={(photos) => change((one) => ({ ...one, photos: [...one.photos, ...photos] }))}
        onRemove={(key) => change((one) => ({ ...one, photos: one.photos.filter((photo) => photo.key !== key) }))}
      />
      <Place
        values={note.values}
        onChange={(place) => change((one) => ({ ...one, values: { ...one.values, ...place } }))}
      />
      {mayFillIn(note) && (
        <label>
          <input
            type="checkbox"
            checked={note.fillsIn}
            onChange={({ target }) => change((one) => ({ ...one, fillsIn: target.checked }))}
          />{" "}
          {t("fillsIn")}
        </label>
      )}
      <p className={storage.isFull ? "plain-issue" : "plain-note"} role="status">
        {storage.isFull ? t("full") : t("stored", { time: chinaTime(storage.time).slice(11) })}
      </p>
      <div className="on-site-actions">
        <button type="submit" className="plain-primary plain-submit">
          {t("finish")}
        </button>
        <Remove name={stored.key} />
      </div>
    </form>
  );
}

/** A note that is finished: it waits, or was refused and says why. */
export function FinishedNote({ note }: { note: SiteNote }) {
  const t = useTexts();
  const label = useLabel();
  const { refusal, draft } = note;
  const reopen = () => changeNote(note.key, (one) => ({ ...one, isReady: false, refusal: null, sendKey: newKey() }));
  const replace = () =>
    changeNote(note.key, (one) => ({
      ...one,
      refusal: null,
      sendKey: newKey(),
      draft: one.draft && { ...one.draft, version: null },
    }));
  return (
    <section className="on-site-form">
      <h2>{label(noteName(note))}</h2>
      {refusal ? (
        <p className="plain-refusal" role="alert">
          {t("refusedFor", { reason: label(refusal) })}
        </p>
      ) : (
        <p>{t("ready")}</p>
      )}
      <div className="on-site-actions">
        {draft && refusal?.errorCode === "VERSION_CONFLICT" && (
          <button type="button" className="plain-primary" onClick={() => void replace()}>
            {t("replace")}
          </button>
        )}
        <button type="button" className="plain-button" onClick={() => void reopen()}>
          {t("reopen")}
        </button>
        <Remove name={note.key} />
      </div>
    </section>
  );
}

/** Removes a note from the machine, once asked twice. */
function Remove({ name }: { name: string }) {
  const t = useTexts();
  const go = useGo();
  const [asked, setAsked] = useState(false);
  const remove = async () => {
    await removeNote(name);
    await go("/onsite");
  };
  return (
    <button type="button" className="plain-button" onClick={() => (asked ? void remove() : setAsked(true))}>
      {t(asked ? "removeSure" : "remove")}
    </button>
  );
}
