import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { type Investigation, type InvestigationRow, inspection } from "@jipei/contract/inspection/investigation.ts";
import type { Named } from "../../core/i18n/language.ts";
import { findingFields, whenAsked } from "../investigation-form.ts";
import type { FormValues } from "../../core/form/fields.ts";

/** A photo of a note, until the server has it. */
export interface Photo {
  key: string;
  file: File;
  /** The server's id of it, and when it was sent: a file that no row names is removed there after a while. */
  sent: { attId: string; at: number } | null;
}

/** Why the server did not take a note. */
export interface NoteRefusal extends Readonly<Record<"zh" | "en", string>> {
  errorCode: string;
}

/** Findings written on site, stored in the browser until the server has taken them. */
export interface SiteNote {
  key: string;
  /** The server takes a note once under it; what is changed after it was sent has another one. */
  sendKey: string;
  userId: string;
  /** The draft it was taken along from, and its version by then, null where it replaces whatever is there; null for what begins on site. */
  draft: { id: string; version: number | null } | null;
  classNo: string;
  className: string | null;
  investigateKind: InvestigationRow["investigateKind"];
  values: NoteValues;
  /** Courses to choose from, as they were when the note was begun. */
  courses: readonly { id: string; name: string }[];
  /** What the server has already. */
  files: readonly FileItem[];
  photos: readonly Photo[];
  /** Whether it is filled in for its verification as soon as it arrives, or stays a draft. */
  fillsIn: boolean;
  /** Whether it waits to be sent. */
  isReady: boolean;
  refusal: NoteRefusal | null;
  /** Milliseconds since 1970. */
  changed: number;
}

const placeFields = ["siteTime", "siteLatitude", "siteLongitude", "siteAccuracy"] as const;
type PlaceField = (typeof placeFields)[number];
export type NoteField = Exclude<(typeof findingFields)[number], "attachmentList">;
export type NoteValues = Pick<FormValues<typeof Investigation>, NoteField | PlaceField>;

/** The fields that a note of this kind asks for. */
export const getNoteFields = (kind: SiteNote["investigateKind"]): NoteField[] =>
  findingFields
    .filter((name) => name !== "attachmentList")
    .filter((name) => !(name in whenAsked) || whenAsked[name as keyof typeof whenAsked]({ investigateKind: kind }));

/** The values of a row that a note begins with. */
export const getNoteValues = (row: NoteValues): NoteValues =>
  Object.fromEntries(
    [...findingFields, ...placeFields].flatMap((name) => (name in row ? [[name, row[name as NoteField]]] : [])),
  );

/** Whether a note may be filled in from here: an inspection needs the answers of its sample first. */
export const mayFillIn = ({ investigateKind }: Pick<SiteNote, "investigateKind">): boolean =>
  investigateKind !== inspection;

/** What the note is about, in words. */
export const noteName = ({ className, classNo }: SiteNote): Named => {
  const name = className ?? classNo;
  return name ? [name, name] : ["新记录", "New note"];
};

/** Whether it is sent as soon as there is a network. */
export const isWaiting = (note: SiteNote): boolean => getState(note) === "ready";

export function getState({ isReady, refusal }: SiteNote): "open" | "ready" | "refused" {
  if (refusal) return "refused";
  return isReady ? "ready" : "open";
}
