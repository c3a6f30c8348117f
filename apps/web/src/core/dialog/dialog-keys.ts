import { useEffect, useEffectEvent, useId } from "react";
import { isForPage } from "./letter-keys.ts";

/** Dialogs on screen, the topmost last: keys belong to that one. */
const stack: string[] = [];

interface Keys {
  /** Ctrl+Enter (⌘ on a Mac). */
  submit: () => void;
  /** Letters, while they are meant for the page. */
  letters?: Readonly<Record<string, (() => void) | undefined>>;
}

/** Keys of a dialog, pressed anywhere while it is open and the topmost one. */
export function useDialogKeys(open: boolean, { submit, letters = {} }: Keys): void {
  const id = useId();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (stack.at(-1) !== id) return;
    const early = event.eventPhase === Event.CAPTURING_PHASE;
    const isChord = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && isChord) return pressSubmit(event, early, submit);
    const act = letters[event.key.toLowerCase()];
    if (early || !act || isChord || event.altKey || !isForPage(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!open) return;
    stack.push(id);
    for (const early of [true, false]) document.addEventListener("keydown", press, early);
    return () => {
      stack.splice(stack.indexOf(id), 1);
      for (const early of [true, false]) document.removeEventListener("keydown", press, early);
    };
  }, [open, id]);
}

/** The focused element is left first, so that a date just typed counts; but a closed list would take Enter as a request to open. */
function pressSubmit(event: KeyboardEvent, early: boolean, submit: () => void): void {
  if (early && !(event.target as Element).matches("[role=combobox][aria-expanded=false]")) return;
  if (early) event.stopPropagation();
  event.preventDefault();
  submit();
}
