import { type Html, html } from "../../core/api-docs/html.ts";

/** Characters of an excerpt. */
const length = 120;

/** The part of a text around the first of some words; its beginning where it has none of them. */
export function excerpt(text: string, words: readonly string[]): string {
  const small = text.toLowerCase();
  const places = words.map((word) => small.indexOf(word.toLowerCase())).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - length / 4);
  // A cut may part the halves of a rare character.
  const cut = text.slice(start, start + length).toWellFormed();
  return `${start > 0 ? "…" : ""}${cut}${start + cut.length < text.length ? "…" : ""}`;
}

/** A text in which some words are marked. */
export function marked(text: string, words: readonly string[]): Html[] {
  const wanted = words.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (wanted.length === 0) return [html`${text}`];
  const parts = text.split(new RegExp(`(${wanted.join("|")})`, "gi"));
  return parts.map((part, n) => (n % 2 === 1 ? html`<mark>${part}</mark>` : html`${part}`));
}
