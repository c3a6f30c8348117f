import { useLabel, useLanguage } from "../i18n/language.ts";

/** The way to the public catalogue, which the server renders: not a page of this application. */
export function CatalogueLink() {
  const label = useLabel();
  return <a href={`/catalogue?lang=${useLanguage()}`}>{label(["培训目录", "Training catalogue"])}</a>;
}
