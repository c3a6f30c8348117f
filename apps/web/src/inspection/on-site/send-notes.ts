import { investigationCalls } from "@jipei/contract/inspection/investigation.calls.ts";
import { invoke } from "../../core/api/call-client.ts";
import { CallError } from "../../core/api/call-error.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { uploadFile } from "../../core/files/upload.ts";
import { changeNote, readNote, readNotes, removeNote } from "./note-store.ts";
import { type Photo, type SiteNote, isWaiting } from "./site-note.ts";

/** What became of a note that was sent: the id of its investigation. */
export interface SentNote {
  note: SiteNote;
  id: string;
}

/** Milliseconds after which a photo that no row names yet is sent again: the server may have removed it. */
const stays = 12 * 3_600_000;

/**
 * Sends the notes of a user that wait, in the order in which they were finished. Each is sent under its own key, so that one whose response was
 * lost on the way is not stored twice. One that the server refuses keeps the reason, and the next follows.
 * @param onSent gets each note that the server took, also where a later one does not get through
 * @throws CallError NETWORK where there is none, 401 where the session has ended: the rest stays as it is, to be sent later
 */
export async function sendNotes(userId: string, onSent: (sent: SentNote) => void): Promise<void> {
  const waiting = (await readNotes(userId)).filter(isWaiting).toReversed();
  for (const { key } of waiting) {
    const sent = await alone(key, () => sendNote(key));
    if (!sent) continue;
    onSent(sent);
    await refreshAfter(investigationCalls.save);
  }
}

/** Two tabs do not send the same note at the same time. Without https there are no locks; the key of the note covers that. */
const alone = <T>(key: string, action: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(`jipei-on-site-${key}`, action) : action();

async function sendNote(key: string): Promise<SentNote | null> {
  try {
    for (const photo of (await readNote(key))?.photos ?? []) if (!isSent(photo)) await sendPhoto(key, photo);
    const note = await readNote(key);
    if (!note?.isReady) return null;
    const { id } = await invoke(investigationCalls.save, getInput(note), {
      silent: true,
      headers: { "Idempotency-Key": note.sendKey },
    });
    await removeNote(key);
    return { note, id };
  } catch (error) {
    if (!(error instanceof CallError) || isForLater(error)) throw error;
    const { msg, msgEn, errorCode } = error;
    const said = error.failures.map((failure) => [failure.msg, failure.msgEn] as const);
    const refusal = {
      errorCode,
      zh: [msg, ...said.map(([zh]) => zh)].filter(isNew).join("；"),
      en: [msgEn, ...said.map(([, en]) => en)].filter(isNew).join("; "),
    };
    await changeNote(key, (note) => ({ ...note, refusal }));
    return null;
  }
}

const isNew = (text: string, at: number, all: readonly string[]): boolean => all.indexOf(text) === at;

/** Whether the note had no part in it: no network, a session that ended, a server that is busy or being restarted. */
const isForLater = ({ status }: CallError): boolean =>
  status === 0 || status === 401 || status === 423 || status === 429 || status >= 500;

const isSent = ({ sent }: Photo): boolean => sent !== null && Date.now() - sent.at < stays;

async function sendPhoto(key: string, photo: Photo): Promise<void> {
  const { attId } = await uploadFile(photo.file, "pic", () => undefined);
  const sent = { attId, at: Date.now() };
  await changeNote(key, (note) => ({
    ...note,
    photos: note.photos.map((one) => (one.key === photo.key ? { ...one, sent } : one)),
  }));
}

function getInput({ draft, classNo, investigateKind, values, files, photos, fillsIn }: SiteNote) {
  const { investigateDate, ...others } = values;
  const attIds = [...files.map(({ attId }) => attId), ...photos.flatMap(({ sent }) => (sent ? [sent.attId] : []))];
  return {
    classNo,
    investigationDTO: {
      ...others,
      ...(investigateDate && { investigateDate }),
      ...(draft ? { id: draft.id, version: draft.version } : { investigateKind }),
      attachmentList: attIds,
      ...(fillsIn && { fillStatus: "1" as const }),
    },
  };
}
