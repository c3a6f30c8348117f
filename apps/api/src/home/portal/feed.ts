import { html } from "../../core/api-docs/html.ts";
import type { HtmlPage } from "../../core/http/implement.ts";
import { getNewest } from "../../notices/published/published.queries.ts";
import { addressOf, feedPath, portalPath } from "../public-site/site-frame.ts";
import { siteWords } from "../public-site/site-words.ts";
import { excerpt } from "./excerpt.ts";
import { placeOf } from "./portal-page.ts";
import { words } from "./portal-words.ts";

/** Entries of the feed. */
const most = 30;
/** When a feed without entries was updated last. */
const never = "2020-01-01T00:00:00+08:00";

/** The newest notices, documents and news as an Atom feed (RFC 4287). */
export const feedPage: HtmlPage = {
  path: feedPath,
  isListed: true,
  type: "application/atom+xml; charset=utf-8",
  async render(_query, language, _ip, { db, settings: { publicUrl } }) {
    const t = words[language];
    const found = await getNewest(db, most);
    const entries = found.map((entry) => {
      // The id of an entry is the same in both languages.
      const address = (as: typeof language) => `${publicUrl}${addressOf(placeOf(as, entry))}`;
      return html`<entry
        ><id>${address("zh")}</id><title>${entry.title}</title><updated>${entry.time}</updated
        ><link href="${address(language)}" /><category term="${entry.kind}" label="${t.kinds[entry.kind]}" />
        <summary>${excerpt(entry.text, [])}</summary></entry
      >`;
    });
    const home = `${publicUrl}${addressOf({ path: portalPath, language: "zh", view: {} })}`;
    const feed = html`<feed xmlns="http://www.w3.org/2005/Atom"
      ><id>${home}</id><title>技培 Jipei · ${siteWords[language].site}</title
      ><updated>${found[0]?.time ?? never}</updated><author><name>技培 Jipei</name></author
      ><link href="${home}" /><link rel="self" href="${publicUrl}${feedPath}" />${entries}</feed
    >`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n${feed.text}\n`;
  },
};
