import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { Html, html } from "../../core/api-docs/html.ts";
import { today } from "../../core/foundation/clock.ts";
import type { HtmlPage } from "../../core/http/implement.ts";
import {
  type PublicTitle,
  type PublicKind,
  countRead,
  findPublicEntry,
  getPublicEntries,
  searchPublic,
} from "../../notices/published/published.queries.ts";
import {
  type Place,
  addressOf,
  buildDocument,
  feedPath,
  pageSize,
  paged,
  pages,
  portalPath,
  readQuery,
  searchForm,
} from "../public-site/site-frame.ts";
import { type Language, siteWords } from "../public-site/site-words.ts";
import { showCompetitions } from "./competition-results.ts";
import { excerpt, marked } from "./excerpt.ts";
import type { Asked, Shown } from "./portal-parts.ts";
import { words } from "./portal-words.ts";

/** The parts of the portal that show a kind each, in the order of the front page; addresses name them. */
const partOf = { notice: "notices", news: "news", document: "documents", article: "articles" } as const;
const kinds = Object.keys(partOf) as PublicKind[];

/** What the bureau publishes, for everybody and for search engines: lists, texts with their files, and the search over all. Works without script. */
export const portalPage: HtmlPage = {
  path: portalPath,
  isListed: true,
  async render(query, preferred, ip, { db, cipher, log, settings: { publicUrl } }) {
    const { said, language, page } = readQuery(query, preferred);
    const asked = { db, language, page };
    const kind = kinds.find((one) => partOf[one] === said("part"));
    const show = () => {
      if (said("part") === "competitions") return showCompetitions(asked, said("id"));
      if (kind && /^\d{1,18}$/.test(said("id"))) return showEntry(asked, kind, said("id"));
      if (kind) return showKind(asked, kind);
      return said("q") ? showFound(asked, said("q")) : showFront(asked);
    };
    const { view, title, description = words[language].description, body, read } = await show();
    // A page is shown even where the count cannot be written.
    if (read)
      await countRead(db, read, cipher.hash(`${ip} ${today()}`)).catch((error: unknown) =>
        log.warn({ err: error }, "a reader could not be counted"),
      );
    return buildDocument({ place: at(language, view), publicUrl, title, description, body });
  },
};

/** The address of an entry in the portal. */
export const placeOf = (language: Language, { kind, id }: Pick<PublicTitle, "kind" | "id">): Place =>
  at(language, { part: partOf[kind], id });
const at = (language: Language, view: Place["view"]): Place => ({ path: portalPath, language, view });

/** Entries of a kind on the front page. */
const onFront = 6;

async function showFront({ db, language }: Asked): Promise<Shown> {
  const t = words[language];
  const parts = [];
  for (const kind of kinds) {
    const { entries, total } = await getPublicEntries(db, kind, { size: onFront, skip: 0 });
    if (total === 0) continue;
    const more = at(language, { part: partOf[kind] });
    parts.push(
      html`<section>
        <h2>${t.kinds[kind]}</h2>
        ${list(language, entries)}${total > onFront ? html`<p class="pages"><a href="${addressOf(more)}">${t.more}</a></p>` : ""}
      </section>`,
    );
  }
  const title = `${siteWords[language].site} · 技培 Jipei`;
  const body = html`<h1>${siteWords[language].site}</h1>
    ${find(language, "")}${parts.length > 0 ? parts : html`<p class="soft">${siteWords[language].none}</p>`}
    <p class="pages"><a href="${feedPath}">${t.feed}</a></p>`;
  return { view: {}, title, body };
}

async function showKind({ db, language, page }: Asked, kind: PublicKind): Promise<Shown> {
  const { entries, total } = await getPublicEntries(db, kind, { size: pageSize, skip: (page - 1) * pageSize });
  const view = { part: partOf[kind] };
  const name = words[language].kinds[kind];
  const body = html`<h1>${name}</h1>
    ${find(language, "")}${list(language, entries)}${pages(at(language, view), page, total)}`;
  return { view: paged(view, page), title: `${name} · ${siteWords[language].site}`, body };
}

async function showFound({ db, language, page }: Asked, said: string): Promise<Shown> {
  const t = words[language];
  const wanted = said.split(/\s+/).slice(0, 5);
  const { entries, total } = await searchPublic(db, wanted, { size: pageSize, skip: (page - 1) * pageSize });
  const view = { q: said };
  const found = entries.map(
    (entry) =>
      html`<li>
        <h3><a href="${addressOf(placeOf(language, entry))}">${marked(entry.title, wanted)}</a></h3>
        <p class="soft">${t.kinds[entry.kind]} · ${entry.time.slice(0, 10)}</p>
        <p>${marked(excerpt(entry.text, wanted), wanted)}</p>
      </li>`,
  );
  const body = html`<h1>${t.results(said)}</h1>
    ${find(language, said)}${
      total > 0
        ? html`<ol class="entries">
              ${found}
            </ol>
            ${pages(at(language, view), page, total)}`
        : html`<p class="soft">${t.nothing}</p>`
    }`;
  return { view: paged(view, page), title: `${t.results(said)} · ${siteWords[language].site}`, body };
}

async function showEntry({ db, language }: Asked, kind: PublicKind, id: string): Promise<Shown> {
  const t = words[language];
  const back = html`<p><a href="${addressOf(at(language, { part: partOf[kind] }))}">‹ ${t.kinds[kind]}</a></p>`;
  const entry = await findPublicEntry(db, kind, id);
  if (!entry)
    return {
      view: { part: partOf[kind] },
      title: t.kinds[kind],
      body: html`${back}
        <p>${t.missing}</p>`,
    };
  const { content, link, files } = entry;
  const attached = files.map(
    (file) =>
      html`<li>
        <a href="${fileAddress(file.attLink)}" download="${file.fileName}">${file.fileName}</a>
        (${formatKb(file.fileSize)})
      </li>`,
  );
  const body = html`${back}
    <article class="box">
      <h1>${entry.title}</h1>
      <p class="soft">${[entry.under, entry.time.slice(0, 10)].filter(Boolean).join(" · ")}</p>
      ${entry.cover ? html`<img class="cover" src="${fileAddress(entry.cover)}" alt="" />` : ""}
      ${kind === "document" ? html`<p>${entry.text}</p>` : html`<div class="text">${new Html(content)}</div>`}
      ${link ? html`<p><a href="${link}" rel="noopener noreferrer">${t.link}: ${link}</a></p>` : ""}
      ${
        attached.length > 0
          ? html`<h2>${t.files}</h2>
              <ul>
                ${attached}
              </ul>`
          : ""
      }
    </article>`;
  return {
    view: { part: partOf[kind], id },
    title: `${entry.title} · ${siteWords[language].site}`,
    description: excerpt(entry.text, []) || entry.title,
    body,
    ...(kind === "news" && { read: id }),
  };
}

const find = (language: Language, said: string): Html =>
  searchForm({ path: portalPath, language }, said, words[language].find);

const list = (language: Language, entries: readonly PublicTitle[]): Html =>
  entries.length > 0
    ? html`<ul class="entries">
        ${entries.map(
          (entry) =>
            html`<li>
              ${entry.cover ? html`<img src="${fileAddress(entry.cover)}" alt="" loading="lazy" />` : ""}
              <h3><a href="${addressOf(placeOf(language, entry))}">${entry.title}</a></h3>
              <p class="soft">${[entry.time.slice(0, 10), entry.under].filter(Boolean).join(" · ")}</p>
            </li>`,
        )}
      </ul>`
    : html`<p class="soft">${siteWords[language].none}</p>`;

const fileAddress = (link: string): string =>
  `${noticeCalls.downloadFile.path}?${new URLSearchParams({ filename: link })}`;
/** Bytes as KB with two decimals, as the application writes them. */
const formatKb = (bytes: number): string =>
  `${(bytes / 1024).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })} KB`;
