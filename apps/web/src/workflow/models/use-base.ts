import { useEffect, useRef, useState } from "react";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";

/** Whether a process has changes that no save has taken up. What is changed while a save is on its way remains unsaved. */
export function useUnsaved() {
  const [dirty, setDirty] = useState(false);
  const sinceSave = useRef(0);
  useDirtyGuard(dirty);
  return {
    dirty,
    changed: () => {
      sinceSave.current += 1;
      setDirty(true);
    },
    saving: () => {
      sinceSave.current = 0;
    },
    saved: () => setDirty(sinceSave.current > 0),
  };
}

/**
 * The stored model that the work on a process began from; a save replaces that version and no later one. What somebody else has saved since is
 * opened, unless something was changed here meanwhile.
 * @param open shows a model; it keeps its identity
 * @returns a function to call before a save: what comes back from it is shown already. It returns the version to replace
 */
export function useBase(
  version: number | null,
  xml: string,
  dirty: boolean,
  open: (xml: string) => void | Promise<unknown>,
) {
  const base = useRef<{ version: number | null; xml: string } | null>(null);
  useEffect(() => {
    const { current } = base;
    const same = current?.xml === xml;
    if (current && (current.version === version || (dirty && !same))) return;
    base.current = { version, xml };
    if (!same) void open(xml);
  }, [version, xml, dirty, open]);
  return (written: string): number | null => {
    if (base.current) base.current.xml = written;
    return base.current?.version ?? null;
  };
}
