import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { getOpenCourses } from "../../catalogue/catalogue.queries.ts";
import { html } from "../../core/api-docs/html.ts";
import type { HtmlPage } from "../../core/http/implement.ts";
import { type PublicKind, getPublicEntries } from "../../notices/published/published.queries.ts";
import { placeOf } from "../portal/portal-page.ts";
import { type Place, addressOf, cataloguePath, feedPath, parts, portalPath } from "./site-frame.ts";

/** Courses, and entries of a kind, that the list of addresses names: it may have 50,000, and each has two. */
const most = 4_000;

/** What search engines may read: the public pages, with their pictures and files. */
export const robotsPage: HtmlPage = {
  path: "/robots.txt",
  isListed: true,
  type: "text/plain; charset=utf-8",
  render: async (_query, _language, _ip, { settings: { publicUrl } }) => {
    const open = [
      portalPath,
      cataloguePath,
      feedPath,
      "/notices",
      "/assets/",
      "/favicon.svg",
      noticeCalls.listPublicAll.path,
      noticeCalls.downloadFile.path,
    ];
    return `User-agent: *\n${open.map((path) => `Allow: ${path}\n`).join("")}Disallow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  },
};

const kinds: readonly PublicKind[] = ["notice", "document", "news", "article"];

/** The addresses of the public pages, each in both languages. */
export const sitemapPage: HtmlPage = {
  path: "/sitemap.xml",
  isListed: true,
  type: "application/xml; charset=utf-8",
  async render(_query, _language, _ip, { db, settings: { publicUrl } }) {
    const { courses } = await getOpenCourses(db, { name: null, size: most, skip: 0 });
    const lists = await Promise.all(kinds.map((kind) => getPublicEntries(db, kind, { size: most, skip: 0 })));
    const views: Pick<Place, "path" | "view">[] = [
      ...parts.map(([, path, view]) => ({ path, view })),
      ...lists.flatMap(({ entries }) => entries.map((entry) => placeOf("zh", entry))),
      ...courses.map(({ id }) => ({ path: cataloguePath, view: { course: id } }) as const),
    ];
    const urls = views.flatMap(({ path, view }) =>
      (["zh", "en"] as const).map(
        (language) => html`<url><loc>${publicUrl}${addressOf({ path, language, view })}</loc></url>`,
      ),
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n${html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`.text}\n`;
  },
};
