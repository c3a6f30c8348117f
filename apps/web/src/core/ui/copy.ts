import { label } from "../i18n/language.ts";
import { notify } from "./notify.ts";

/** Copies a text to the clipboard, and shows whether that worked. */
export async function copy(text: string): Promise<void> {
  if (await copyText(text)) notify("success", label(["已复制", "Copied"]));
  else notify("warning", label(["无法复制，请手动选取", "Could not be copied; please select the text"]));
}

/** Browsers offer their clipboard on https and localhost only; elsewhere a hidden field is used. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard)
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed for this page; the hidden field may be.
    }
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("aria-hidden", "true");
  field.style.cssText = "position:fixed;opacity:0";
  // Inside an open dialog, because it keeps the focus to itself.
  const home = document.activeElement?.closest("[role=dialog]") ?? document.body;
  home.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
