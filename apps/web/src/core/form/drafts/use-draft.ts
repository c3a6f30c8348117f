import type { Entity } from "@jipei/contract/core/entity.ts";
import { useEffect, useRef, useState } from "react";
import { useSession } from "../../session/session.ts";
import { draftName, dropDraft, readDraft, saveDraft } from "./draft-store.ts";
import type { Values } from "../form-values.ts";

export type Draft = ReturnType<typeof useDraft>;

/**
 * Unsaved entries of a form from before, stored while the user types: half a second after the last key, and at
 * once when the form is closed before that.
 * @param of what the form is about: the id of a row, or `newRow`
 */
export function useDraft(entity: Entity, of: string) {
  const userId = useSession().info?.userId ?? "";
  // A form is about the same thing as long as it is open.
  const [key] = useState(() => draftName(userId, entity, of));
  const [read, setRead] = useState(() => readDraft(key));
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);
  const stop = () => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  };
  const flush = () => {
    waiting.current?.write();
    stop();
  };
  useEffect(() => flush, []);
  return {
    read,
    keep(values: Values) {
      stop();
      const write = () => saveDraft(key, entity, values);
      waiting.current = { timer: setTimeout(write, 500), write };
    },
    flush,
    drop() {
      stop();
      dropDraft(key);
      setRead(null);
    },
  };
}
