import { courseCalls } from "@jipei/contract/catalogue/course.ts";
import type { WholeInvestigation } from "@jipei/contract/inspection/investigation.calls.ts";
import type { InvestigationRow } from "@jipei/contract/inspection/investigation.ts";
import { invoke } from "../../core/api/call-client.ts";
import { chinaToday } from "../../core/format/dates.ts";
import { readNotes, writeNote } from "./note-store.ts";
import { type SiteNote, getNoteValues, mayFillIn } from "./site-note.ts";

const aNote = (userId: string, investigateKind: SiteNote["investigateKind"]): SiteNote => ({
  key: newKey(),
  sendKey: newKey(),
  userId,
  draft: null,
  classNo: "",
  className: null,
  investigateKind,
  values: { investigateDate: chinaToday() },
  courses: [],
  files: [],
  photos: [],
  fillsIn: mayFillIn({ investigateKind }),
  isReady: false,
  refusal: null,
  changed: Date.now(),
});

/** A random key. `crypto.randomUUID` is there over https only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Takes a draft along, with everything that writing its findings needs; one that is here already stays as it is. @returns the key of its note */
export async function takeAlong(userId: string, row: WholeInvestigation): Promise<string> {
  const [present] = (await readNotes(userId)).filter(({ draft }) => draft?.id === row.id);
  if (present) return present.key;
  const note: SiteNote = {
    ...aNote(userId, row.investigateKind),
    draft: { id: row.id, version: row.version ?? 0 },
    classNo: row.classNo ?? "",
    className: row.className ?? null,
    values: getNoteValues(row),
    courses: row.investigateKind === "1" ? await readCourses() : [],
    files: row.attachmentList ?? [],
  };
  await writeNote(note);
  // Asks the browser not to drop it when the phone is short of room; it may say no.
  await navigator.storage?.persist?.();
  return note.key;
}

/** Begins a note on site, where there may be no network: the class is named by its number. @returns its key */
export async function beginNote(userId: string, kind: InvestigationRow["investigateKind"]): Promise<string> {
  const note = { ...aNote(userId, kind), courses: kind === "1" ? await readCourses().catch(() => []) : [] };
  await writeNote(note);
  return note.key;
}

/** The courses that a survey may name. */
async function readCourses(): Promise<{ id: string; name: string }[]> {
  const { records } = await invoke(courseCalls.list, { isPaging: "0" }, { silent: true });
  return records.map(({ id, courseName }) => ({ id, name: courseName }));
}
