import { useLabel, useLanguage } from "../i18n/language.ts";

const pages = [
  ["/portal", "培训资讯", "News and documents"],
  ["/catalogue", "培训目录", "Training catalogue"],
] as const;

/** The ways to the public pages that the server renders: no pages of this application. */
export function PublicSiteLinks() {
  const label = useLabel();
  const language = useLanguage();
  return pages.map(([path, zh, en]) => (
    <a key={path} href={`${path}?lang=${language}`}>
      {label([zh, en])}
    </a>
  ));
}
