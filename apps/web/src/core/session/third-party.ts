/** Storage key of the page before the sign-in, while the browser is at a third party. */
export const cameFrom = "cameFrom";

/** The answer of a third party behind `#`; null where there is none. */
export function broughtBack(): URLSearchParams | null {
  const brought = new URLSearchParams(window.location.hash.slice(1));
  return brought.has("code") || brought.has("fault") ? brought : null;
}
