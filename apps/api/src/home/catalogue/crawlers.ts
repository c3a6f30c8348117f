import { getOpenCourses } from "../../catalogue/catalogue.queries.ts";
import { html } from "../../core/api-docs/html.ts";
import type { HtmlPage } from "../../core/http/implement.ts";
import { addressOf, cataloguePath } from "./catalogue-frame.ts";

/** Courses that the list of addresses names; a list may have 50,000, and each course has two. */
const most = 20_000;

/** What search engines may read: the catalogue and the public notices. */
export const robotsPage: HtmlPage = {
  path: "/robots.txt",
  isListed: true,
  type: "text/plain; charset=utf-8",
  render: async (_query, _language, _ip, { settings: { publicUrl } }) =>
    `User-agent: *\nAllow: ${cataloguePath}\nAllow: /notices\nAllow: /assets/\nAllow: /favicon.svg\nAllow: /api/zjgrsj-train/information/notice/listPublicAll\nDisallow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
};

/** The addresses of the catalogue, each in both languages. */
export const sitemapPage: HtmlPage = {
  path: "/sitemap.xml",
  isListed: true,
  type: "application/xml; charset=utf-8",
  async render(_query, _language, _ip, { db, settings: { publicUrl } }) {
    const { courses } = await getOpenCourses(db, { name: null, size: most, skip: 0 });
    const views: Record<string, string>[] = [
      {},
      { part: "classes" },
      { part: "institutions" },
      ...courses.map(({ id }) => ({ course: id })),
    ];
    const urls = views.flatMap((view) =>
      (["zh", "en"] as const).map(
        (language) => html`<url><loc>${publicUrl}${addressOf({ language, view })}</loc></url>`,
      ),
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n${html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`.text}\n`;
  },
};
