import type { awardPath } from "../../competitions/competitions.queries.ts";
import { Html, html } from "../../core/api-docs/html.ts";
import { type Language, siteWords } from "./site-words.ts";

/** An address of a public page: the same thing in the same language, on any server. */
export interface Place {
  path: typeof cataloguePath | typeof portalPath | typeof awardPath;
  language: Language;
  /** What is looked at, as parameters of the address. */
  view: Readonly<Record<string, string>>;
}

export const cataloguePath = "/catalogue";
export const portalPath = "/portal";
export const feedPath = "/feed.xml";

/** The address of a place, with its language, so that each has one of its own. */
export const addressOf = ({ path, language, view }: Place): string =>
  `${path}?${new URLSearchParams({ ...view, lang: language })}`;

/** The parts of the public pages, in the order of their navigation. */
export const parts = [
  ["portal", portalPath, {}],
  ["notices", portalPath, { part: "notices" }],
  ["news", portalPath, { part: "news" }],
  ["documents", portalPath, { part: "documents" }],
  ["articles", portalPath, { part: "articles" }],
  ["competitions", portalPath, { part: "competitions" }],
  ["courses", cataloguePath, {}],
  ["classes", cataloguePath, { part: "classes" }],
  ["institutions", cataloguePath, { part: "institutions" }],
] as const;

const style = `*{box-sizing:border-box}body{margin:0;background:#f4f6f8;color:#1f2733;font:16px/1.6 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif}
header,main{max-width:960px;margin:0 auto;padding:12px 16px}header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center}header .name{flex:1 1 auto;font-weight:700}a{color:#0b66c3}
header a,nav a,.pages a,.signup{display:inline-flex;align-items:center;min-height:44px}nav{display:flex;flex-wrap:wrap;gap:0 20px;border-bottom:1px solid #d5dae1;margin-bottom:16px}nav [aria-current]{font-weight:700;color:#1f2733;text-decoration:none;border-bottom:3px solid #0b66c3}
h1{font-size:24px;line-height:1.35;margin:8px 0}h2{font-size:18px;margin:24px 0 8px}ul.cards{list-style:none;margin:0;padding:0;display:grid;gap:12px;grid-template-columns:repeat(auto-fill,minmax(min(100%,280px),1fr))}
.cards li,.box{background:#fff;border:1px solid #e2e6eb;border-radius:8px;padding:14px 16px}.cards h3{font-size:16px;margin:0 0 4px}.cards p{margin:0;color:#4a5462;font-size:14px}.open{color:#1d7a3a;font-weight:600}
dl{margin:0}dl div{display:flex;gap:16px;padding:6px 0}dt{flex:0 0 7em;color:#4a5462}dd{margin:0;overflow-wrap:anywhere}form{display:flex;gap:8px;margin:0 0 16px}input,button{font:inherit;min-height:44px;border-radius:6px;border:1px solid #8a94a3;padding:0 12px}input{flex:1 1 auto;min-width:0;background:#fff}button{background:#0b66c3;border-color:#0b66c3;color:#fff}
.entries{list-style:none;margin:0;padding:0;background:#fff;border:1px solid #e2e6eb;border-radius:8px}.entries li{padding:12px 16px;overflow:hidden}.entries li+li{border-top:1px solid #e2e6eb}.entries h3{font-size:16px;margin:0}.entries h3 a{display:inline-block;padding:6px 0}.entries p{margin:0;font-size:14px;overflow-wrap:anywhere}.entries img{float:right;width:128px;height:80px;object-fit:cover;border-radius:6px;margin-left:16px}
.box img{max-width:100%;height:auto}.box table{border-collapse:collapse;display:block;overflow-x:auto}.box th,.box td{border:1px solid #d5dae1;padding:4px 8px}.text{overflow-wrap:anywhere}mark{background:#fff0b3;color:inherit}.wide{overflow-x:auto}.results{border-collapse:collapse;background:#fff;width:100%}.results th,.results td{border:1px solid #e2e6eb;padding:8px 12px;text-align:start;white-space:nowrap}.results td.n{text-align:end}.state{padding:14px 16px;border-radius:8px;font-size:20px;font-weight:700;background:#fcebea;color:#b8201c}.state.good{background:#e8f5ec;color:#1d7a3a}
.pages{display:flex;gap:20px;align-items:center}.soft{color:#4a5462}`;

interface Document {
  place: Place;
  /** The address of the installation, for links that others keep. */
  publicUrl: string;
  title: string;
  description: string;
  body: Html;
}

const tag = { zh: "zh-CN", en: "en" } as const;

/** A public page: what search engines read in its head, and the way to its other language, the login and the other parts. */
export function buildDocument({ place, publicUrl, title, description, body }: Document): string {
  const { path, language, view } = place;
  const t = siteWords[language];
  const inOther: Place = { ...place, language: language === "zh" ? "en" : "zh" };
  const alternate = (one: Language) =>
    html`<link rel="alternate" hreflang="${tag[one]}" href="${publicUrl}${addressOf({ ...place, language: one })}" />`;
  const nav = parts.map(([name, to, part]) => {
    const isHere = path === to && (view.part ?? "") === ("part" in part ? part.part : "") && !view.course;
    return html`<a
      href="${addressOf({ path: to, language, view: part })}"
      ${isHere ? new Html(' aria-current="page"') : ""}
      >${t[name]}</a
    >`;
  });
  return `<!doctype html>${
    html`<html lang="${tag[language]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:type" content="website" />
        <link rel="canonical" href="${publicUrl}${addressOf(place)}" />
        ${alternate("zh")}${alternate("en")}
        <link rel="alternate" type="application/atom+xml" title="${t.site}" href="${publicUrl}${feedPath}" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <header>
          <a class="name" href="${addressOf({ path: portalPath, language, view: {} })}">技培 Jipei · ${t.site}</a
          ><a href="${addressOf(inOther)}" hreflang="${tag[inOther.language]}" lang="${tag[inOther.language]}"
            >${t.other}</a
          ><a href="/login">${t.signIn}</a>
        </header>
        <main>
          <nav aria-label="${t.site}">${nav}</nav>
          ${body}
        </main>
      </body>
    </html>`.text
  }`;
}

/** Rows of a page. */
export const pageSize = 30;
/** The last page that is answered: whoever needs more searches. */
const lastPage = 200;

/** The number of a page that an address asks for, from 1 on. */
const getPageNumber = (said: string): number => Math.min(lastPage, Math.max(1, Number.parseInt(said, 10) || 1));

/** The total, and the way to the pages beside this one. */
export function pages({ view, ...place }: Place, page: number, total: number): Html {
  const t = siteWords[place.language];
  const link = (to: number, text: string) =>
    html`<a href="${addressOf({ ...place, view: { ...view, page: String(to) } })}">${text}</a>`;
  const last = Math.min(lastPage, Math.ceil(total / pageSize));
  return html`<p class="pages">
    ${t.found(total)}${page > 1 ? link(page - 1, t.previous) : ""}${page < last ? link(page + 1, t.next) : ""}
  </p>`;
}

/** The place of a page of a list: the first one has the address of the list. */
export const paged = (view: Record<string, string>, page: number): Place["view"] =>
  page > 1 ? { ...view, page: String(page) } : view;

/** A form that searches by GET. */
export function searchForm(place: Pick<Place, "path" | "language">, name: string, label: string): Html {
  return html`<form action="${place.path}" role="search">
    <input type="hidden" name="lang" value="${place.language}" /><input
      type="search"
      name="q"
      value="${name}"
      aria-label="${label}"
      placeholder="${label}"
    /><button>${siteWords[place.language].search}</button>
  </form>`;
}

/** Items side by side, or the word that there are none. */
export const cards = (language: Language, items: readonly Html[]): Html =>
  items.length > 0
    ? html`<ul class="cards">
        ${items}
      </ul>`
    : html`<p class="soft">${siteWords[language].none}</p>`;

/** What an address asks for: its parameters as short texts, and the language, which is the reader's where it does not say one. */
export function readQuery(query: Readonly<Record<string, unknown>>, preferred: Language) {
  const said = (name: string): string => {
    const value = query[name];
    return typeof value === "string"
      ? value
          .replace(/\p{Cc}/gu, "")
          .trim()
          .slice(0, 50)
      : "";
  };
  const lang = said("lang");
  return { said, language: lang === "en" || lang === "zh" ? lang : preferred, page: getPageNumber(said("page")) };
}
