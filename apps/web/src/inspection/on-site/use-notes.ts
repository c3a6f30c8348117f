import { useCallback, useEffect, useRef, useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { onNotes, readNotes } from "./note-store.ts";
import { type SentNote, sendNotes } from "./send-notes.ts";
import { type SiteNote, isWaiting } from "./site-note.ts";
import { useOnline } from "./use-online.ts";

/** Milliseconds after which sending is tried again. */
const again = 20_000;

export interface Notes {
  /** null until they are read. */
  notes: readonly SiteNote[] | null;
  /** What was sent since the page was opened. */
  sent: readonly SentNote[];
  /** Why sending stopped: no network, a server that does not answer now. */
  held: CallError | null;
}

/** The notes of a user on this machine; those that wait are sent as soon as the server can be reached. */
export function useNotes(userId: string): Notes {
  const online = useOnline();
  const [notes, setNotes] = useState<readonly SiteNote[] | null>(null);
  const [sent, setSent] = useState<readonly SentNote[]>([]);
  const [held, setHeld] = useState<CallError | null>(null);
  const busy = useRef(false);
  const read = useCallback(() => void readNotes(userId).then(setNotes), [userId]);
  const send = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      await sendNotes(userId, (one) => setSent((before) => [...before, one]));
      setHeld(null);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setHeld(error);
    } finally {
      busy.current = false;
    }
  }, [userId]);
  useEffect(() => {
    read();
    return onNotes(read);
  }, [read]);
  // Which notes wait, not what is being written in another one: typing must not send.
  const waiting = notes
    ?.filter(isWaiting)
    .map(({ sendKey }) => sendKey)
    .join();
  useEffect(() => {
    if (!online || !waiting) return;
    // oxlint-disable-next-line react/set-state-in-effect -- what the server answers is set, long after the effect
    void send();
    const timer = setInterval(() => void send(), again);
    return () => clearInterval(timer);
  }, [online, waiting, send]);
  return { notes, sent, held };
}
