/** Puts a text on the clipboard. Browsers offer theirs on https and localhost only; elsewhere a hidden field does. @returns whether it is there */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard)
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed for this page; the other way may be.
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
