import { findUploadIssue, uploadTypes } from "@jipei/contract/core/fields/upload-rules.ts";
import { useEffect, useState } from "react";
import { useLabel } from "../../core/i18n/language.ts";
import { newKey } from "./new-note.ts";
import type { Photo, SiteNote } from "./site-note.ts";
import { useTexts } from "./texts.ts";

interface Props {
  note: SiteNote;
  onAdd: (photos: readonly Photo[]) => void;
  onRemove: (key: string) => void;
}

/** Photos from the camera or the phone's album. They are stored as they were taken: what they prove must not be changed. */
export function Photos({ note, onAdd, onRemove }: Props) {
  const t = useTexts();
  const label = useLabel();
  const [issue, setIssue] = useState<string | null>(null);
  const add = (files: readonly File[]) => {
    const listed = note.files.length + note.photos.length;
    const checked = files.map((file, at) => ({ file, issue: findUploadIssue("pic", listed + at, file) }));
    const [refused] = checked.flatMap((one) => (one.issue ? [`${one.file.name}: ${label(one.issue)}`] : []));
    setIssue(refused ?? null);
    onAdd(checked.filter((one) => !one.issue).map(({ file }) => ({ key: newKey(), file, sent: null })));
  };
  return (
    <fieldset className="on-site-photos">
      <legend>{t("photos")}</legend>
      {note.files.length > 0 && <p>{t("onServer", { n: note.files.length })}</p>}
      <ul>
        {note.photos.map((photo, at) => (
          <li key={photo.key}>
            <Picture file={photo.file} name={t("photo", { n: at + 1 })} />
            <button
              type="button"
              className="plain-button"
              aria-label={t("removePhoto", { n: at + 1 })}
              onClick={() => onRemove(photo.key)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <div className="on-site-actions">
        <FileChoice label={t("takePhoto")} capture="environment" onChoose={add} />
        <FileChoice label={t("choosePhotos")} multiple onChoose={add} />
      </div>
      <span className="plain-issue" role="alert">
        {issue}
      </span>
    </fieldset>
  );
}

const accepted = uploadTypes.pic.map((type) => `image/${type === "jpg" ? "jpeg" : type}`).join(",");

interface FileChoiceProps {
  label: string;
  /** Opens the camera of a phone instead of its album. */
  capture?: "environment";
  multiple?: boolean;
  onChoose: (files: readonly File[]) => void;
}

function FileChoice({ label, onChoose, ...how }: FileChoiceProps) {
  return (
    <label className="plain-button">
      {label}
      <input
        type="file"
        {...how}
        accept={accepted}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </label>
  );
}

function Picture({ file, name }: { file: File; name: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made and revoked with the picture
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <img src={url} alt={name} />;
}
