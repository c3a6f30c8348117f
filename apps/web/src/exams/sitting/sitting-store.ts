import type { OpenPaper, SignedAnswer } from "@jipei/contract/exams/sitting.ts";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** A paper as this browser has it, so that a reload without a network loses nothing. */
export interface StoredPaper {
  examId: string;
  userId: string;
  paper: OpenPaper;
}
/** What the candidate has done with it, written at every answer. */
export interface Progress {
  paperId: string;
  answers: Readonly<Record<string, string | null>>;
  marked: readonly string[];
  /** Answers that the server does not have yet, in their order. */
  queue: readonly SignedAnswer[];
  seq: number;
  /** The last answer, and the difference of the server's clock from the browser's, in milliseconds. */
  lastAt: number;
  offset: number;
  wantsHandIn: boolean;
}

interface Stores extends DBSchema {
  papers: { key: string; value: StoredPaper };
  progress: { key: string; value: Progress };
}

let opening: Promise<IDBPDatabase<Stores>> | null = null;
const open = (): Promise<IDBPDatabase<Stores>> =>
  (opening ??= openDB<Stores>("jipei-exams", 1, {
    upgrade: (db) => {
      db.createObjectStore("papers", { keyPath: "examId" });
      db.createObjectStore("progress", { keyPath: "paperId" });
    },
    blocking: () => void opening?.then((db) => db.close()),
    terminated: () => (opening = null),
  }));

/** The paper of an exam that this user opened here; null where there is none. A browser without storage has none. */
export async function readStored(
  examId: string,
  userId: string,
): Promise<{ paper: OpenPaper; progress: Progress | null } | null> {
  const db = await open().catch(() => null);
  const stored = await db?.get("papers", examId);
  if (!db || !stored || stored.userId !== userId) return null;
  return { paper: stored.paper, progress: (await db.get("progress", stored.paper.paperId)) ?? null };
}

export async function storePaper(stored: StoredPaper): Promise<void> {
  await (await open()).put("papers", stored);
}

export async function storeProgress(progress: Progress): Promise<void> {
  await (await open()).put("progress", progress);
}

/** A paper that was handed in stays on no shared machine. */
export async function forgetPaper(examId: string, paperId: string): Promise<void> {
  const db = await open();
  await Promise.all([db.delete("papers", examId), db.delete("progress", paperId)]);
}
