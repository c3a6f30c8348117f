import { getStore, setStore } from "../session/storage.ts";

const name = "letterKeys";

/** Whether keys without Ctrl act. Whoever speaks to their computer, or hits keys by accident, switches them off (WCAG 2.1.4). */
export const areLettersOn = (): boolean => getStore<string>({ name }) !== "off";

export const switchLetters = (on: boolean): void => setStore({ name, content: on ? "on" : "off" });

/** Whether a key pressed without Ctrl is meant for the page: such keys are on, and nobody writes into a field. */
export const isForPage = ({ target }: KeyboardEvent): boolean =>
  areLettersOn() && !(target instanceof Element && target.closest("input, textarea, select, [contenteditable]"));
