import { createHash } from "node:crypto";
import { type Html, html } from "./html.ts";
import type { Language } from "../http/language.ts";
import { say } from "./words.ts";

const style = `:root{color-scheme:light dark;--back:#f4f6f8;--card:#fff;--text:#1f2733;--soft:#56606e;--line:#dfe4ea;--link:#0b5cad;--get:#0a6b4f;--post:#8a4b00;--need:#a81c1c}
@media(prefers-color-scheme:dark){:root{--back:#14181e;--card:#1d232b;--text:#e4e8ee;--soft:#a4afbd;--line:#343d49;--link:#7db8f5;--get:#6fd6ad;--post:#f0b56a;--need:#ff9c94}}
*{box-sizing:border-box}html{scroll-padding-top:12px}body{margin:0;background:var(--back);color:var(--text);font:15px/1.6 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif}
header,main{max-width:1040px;margin:0 auto;padding:12px 16px}header{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:baseline}header a:first-child{font-weight:700}
h1{font-size:24px;margin:8px 0}h2{font-size:19px;margin:28px 0 8px}.path{font-size:15px;margin:22px 0 6px;color:var(--soft);font-weight:600;overflow-wrap:anywhere}h3{font-size:14px;margin:14px 0 2px}p{margin:4px 0}a{color:var(--link)}small,.names{color:var(--soft)}
code{font:13px/1.5 ui-monospace,Consolas,monospace;overflow-wrap:anywhere}pre{overflow:auto;padding:10px 12px;background:var(--card);border:1px solid var(--line);border-radius:6px}
details{background:var(--card);border:1px solid var(--line);border-radius:6px;margin:6px 0;padding:0 12px}details[open]{padding-bottom:12px}details.inner{margin:4px 0}summary{cursor:pointer;padding:8px 0;overflow-wrap:anywhere}
a:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}:target{border-color:var(--link)}
.method{display:inline-block;min-width:3.2em;font:700 12px ui-monospace,Consolas,monospace}.get{color:var(--get)}.post{color:var(--post)}.need{color:var(--need);font-size:12px}
dl{margin:4px 0}dl>div{display:grid;grid-template-columns:minmax(10em,16em) 1fr;gap:0 16px;padding:5px 0;border-top:1px solid var(--line)}dt,dd{margin:0;min-width:0;overflow-wrap:anywhere}
.codes{margin:2px 0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:0 16px}.groups{padding:0;list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,18em),1fr));gap:8px}.groups a{display:block;height:100%;padding:10px 14px;background:var(--card);border:1px solid var(--line);border-radius:6px;text-decoration:none}.groups small{display:block}
@media(max-width:600px){dl>div{grid-template-columns:1fr}}`;

/** The pages run no script and load nothing; their one style sheet is named by its digest. */
export const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** @param page last part of the address, empty for the index */
export function buildDocument(language: Language, page: string, title: string, body: Html): string {
  const other = language === "zh" ? "en" : "zh";
  const at = (lang: Language) => `/api/docs${page && `/${page}`}?lang=${lang}`;
  const name = say(language, ["技培 接口文档", "Jipei API reference"]);
  return `<!doctype html><html lang="${language === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${html`<title>${page ? `${title} · ${name}` : name}</title>`.text}<style>${style}</style></head>${
    html`<body><header><a href="/api/docs?lang=${language}">${name}</a><a href="/api/docs/errors?lang=${language}">${say(language, ["错误码", "Error codes"])}</a><a href="/api/openapi.json">OpenAPI</a><a href="${at(other)}" hreflang="${other}" lang="${other}">${other === "zh" ? "中文" : "English"}</a></header><main><h1>${title}</h1>${body}</main></body></html>`
      .text
  }`;
}
