import { useSyncExternalStore } from "react";
import { getStore, setStore, storeKey } from "../session/storage.ts";
import { type Scheme, applyColours } from "./colours.ts";

/** What the user has chosen; `system` follows the setting of their device. */
export type SchemeChoice = "system" | Scheme;
export const schemeChoices: readonly SchemeChoice[] = ["system", "light", "dark"];

const name = "scheme";
const device = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

const read = (): SchemeChoice => schemeChoices.find((one) => one === getStore({ name })) ?? "system";
let choice = read();

const getChoice = (): SchemeChoice => choice;
const ofDevice = (): Scheme => (device.matches ? "dark" : "light");
export const getScheme = (): Scheme => (choice === "system" ? ofDevice() : choice);

function change(): void {
  applyColours(getScheme());
  for (const listener of listeners) listener();
}

export function chooseScheme(next: SchemeChoice): void {
  choice = next;
  setStore({ name, content: next });
  change();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useScheme = (): Scheme => useSyncExternalStore(subscribe, getScheme);
export const useSchemeChoice = (): SchemeChoice => useSyncExternalStore(subscribe, getChoice);

/** Colours the page, and keeps it in step with the device, with other windows, and with paper, which is always light. */
export function startScheme(): void {
  change();
  device.addEventListener("change", change);
  window.addEventListener("beforeprint", () => applyColours("light"));
  window.addEventListener("afterprint", change);
  window.addEventListener("storage", ({ key }) => {
    if (key !== storeKey(name)) return;
    choice = read();
    change();
  });
}
