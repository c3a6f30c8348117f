/** Name under which the way before the sign-in is kept while the browser is at a third party. */
export const cameFrom = "cameFrom";

/** What a third party brought back behind `#`; null where there is nothing of it. */
export function broughtBack(): URLSearchParams | null {
  const brought = new URLSearchParams(window.location.hash.slice(1));
  return brought.has("code") || brought.has("fault") ? brought : null;
}
