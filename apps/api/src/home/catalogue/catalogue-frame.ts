import { Html, html } from "../../core/api-docs/html.ts";
import { type Language, words } from "./catalogue-words.ts";

/** An address of the catalogue: the same thing in the same language, on any server. */
export interface Place {
  language: Language;
  /** What is looked at, as parameters of the address. */
  view: Readonly<Record<string, string>>;
}

export const cataloguePath = "/catalogue";

/** The address of a place, with its language, so that each has one of its own. */
export const addressOf = ({ language, view }: Place): string =>
  `${cataloguePath}?${new URLSearchParams({ ...view, lang: language })}`;

const style = `*{box-sizing:border-box}body{margin:0;background:#f4f6f8;color:#1f2733;font:16px/1.6 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif}
header,main{max-width:960px;margin:0 auto;padding:12px 16px}header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center}header .name{flex:1 1 auto;font-weight:700}a{color:#0b66c3}
header a,nav a,.pages a,.signup{display:inline-flex;align-items:center;min-height:44px}nav{display:flex;flex-wrap:wrap;gap:0 20px;border-bottom:1px solid #d5dae1;margin-bottom:16px}nav [aria-current]{font-weight:700;color:#1f2733;text-decoration:none;border-bottom:3px solid #0b66c3}
h1{font-size:24px;line-height:1.35;margin:8px 0}h2{font-size:18px;margin:24px 0 8px}ul.cards{list-style:none;margin:0;padding:0;display:grid;gap:12px;grid-template-columns:repeat(auto-fill,minmax(min(100%,280px),1fr))}
.cards li,.box{background:#fff;border:1px solid #e2e6eb;border-radius:8px;padding:14px 16px}.cards h3{font-size:16px;margin:0 0 4px}.cards p{margin:0;color:#4a5462;font-size:14px}.open{color:#1d7a3a;font-weight:600}
dl{margin:0}dl div{display:flex;gap:16px;padding:6px 0}dt{flex:0 0 7em;color:#4a5462}dd{margin:0;overflow-wrap:anywhere}form{display:flex;gap:8px;margin:0 0 16px}input,button{font:inherit;min-height:44px;border-radius:6px;border:1px solid #8a94a3;padding:0 12px}input{flex:1 1 auto;min-width:0;background:#fff}button{background:#0b66c3;border-color:#0b66c3;color:#fff}
.pages{display:flex;gap:20px;align-items:center}.soft{color:#4a5462}`;

interface Document {
  place: Place;
  /** The address of the installation, for links that others keep. */
  publicUrl: string;
  title: string;
  description: string;
  body: Html;
}

/** A page of the catalogue: what search engines read in its head, and the way to its other language, the login and the other parts. */
export function buildDocument({ place, publicUrl, title, description, body }: Document): string {
  const { language, view } = place;
  const t = words[language];
  const inOther: Place = { language: language === "zh" ? "en" : "zh", view };
  const tag = { zh: "zh-CN", en: "en" } as const;
  const alternate = (one: Language) =>
    html`<link rel="alternate" hreflang="${tag[one]}" href="${publicUrl}${addressOf({ language: one, view })}" />`;
  const part = (name: "courses" | "classes" | "institutions") => {
    const to: Record<string, string> = name === "courses" ? {} : { part: name };
    const isHere = (view.part ?? "courses") === name && !view.course;
    return html`<a href="${addressOf({ language, view: to })}" ${isHere ? new Html(' aria-current="page"') : ""}
      >${t[name]}</a
    >`;
  };
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
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <header>
          <a class="name" href="${addressOf({ language, view: {} })}">技培 Jipei · ${t.title}</a
          ><a href="${addressOf(inOther)}" hreflang="${tag[inOther.language]}" lang="${tag[inOther.language]}"
            >${t.other}</a
          ><a href="/login">${t.signIn}</a>
        </header>
        <main>
          <nav aria-label="${t.title}">${part("courses")}${part("classes")}${part("institutions")}</nav>
          ${body}
        </main>
      </body>
    </html>`.text
  }`;
}
