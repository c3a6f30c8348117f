import { awardLevel } from "@jipei/contract/competitions/result.ts";
import {
  type PrintedResult,
  awardPath,
  getCompetitionsWithResults,
  getPublishedResults,
} from "../../competitions/competitions.queries.ts";
import { type Html, html } from "../../core/api-docs/html.ts";
import { maskName } from "../../core/security/mask.ts";
import { type Place, addressOf, pageSize, paged, pages, portalPath } from "../public-site/site-frame.ts";
import { type Language, siteWords } from "../public-site/site-words.ts";
import type { Asked, Shown } from "./portal-parts.ts";
import { words } from "./portal-words.ts";

const at = (language: Language, view: Place["view"] = {}): Place => ({
  path: portalPath,
  language,
  view: { part: "competitions", ...view },
});

/** Competitions of which results are published; of one of them its items with ranks and awards. Names are masked. @param id empty for the list */
export async function showCompetitions({ db, language, page }: Asked, id: string): Promise<Shown> {
  const t = siteWords[language];
  const wanted = /^\d{1,18}$/.test(id) ? id : null;
  const cut = wanted === null ? { size: pageSize, skip: (page - 1) * pageSize } : { size: 1, skip: 0 };
  const { competitions, total } = await getCompetitionsWithResults(db, cut, wanted);
  const [one] = competitions;
  if (wanted !== null) {
    const results = one ? await getPublishedResults(db, one.id) : [];
    const back = html`<p><a href="${addressOf(at(language))}">‹ ${t.competitions}</a></p>`;
    const body = one
      ? html`${back}
          <h1>${one.competitionName}</h1>
          <p class="soft">${one.hostOrg} · ${one.publishDate}</p>
          ${tables(language, results)}`
      : html`${back}
          <p>${words[language].noResults}</p>`;
    return {
      view: at(language, one ? { id } : {}).view,
      title: `${one?.competitionName ?? t.competitions} · ${t.site}`,
      body,
    };
  }
  const list =
    competitions.length > 0
      ? html`<ul class="entries">
          ${competitions.map(
            (competition) =>
              html`<li>
                <h3><a href="${addressOf(at(language, { id: competition.id }))}">${competition.competitionName}</a></h3>
                <p class="soft">${competition.publishDate} · ${competition.hostOrg}</p>
              </li>`,
          )}
        </ul>`
      : html`<p class="soft">${t.none}</p>`;
  const check = addressOf({ path: awardPath, language, view: {} });
  const body = html`<h1>${t.competitions}</h1>
    ${list}${pages(at(language), page, total)}
    <p class="pages"><a href="${check}">${words[language].awardCheck}</a></p>`;
  return { view: paged({ part: "competitions" }, page), title: `${t.competitions} · ${t.site}`, body };
}

function tables(language: Language, results: readonly PrintedResult[]): Html[] {
  const t = words[language];
  const heads = [t.rank, t.name, t.unit, t.score, t.award];
  return [...Map.groupBy(results, (row) => row.itemName)].map(
    ([item, rows]) =>
      html`<h2>${item}</h2>
        <div class="wide" role="region" aria-label="${item}" tabindex="0">
          <table class="results">
            <thead>
              <tr>
                ${heads.map((head) => html`<th scope="col">${head}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                (row) =>
                  html`<tr>
                    <td class="n">${row.rank}</td>
                    <td>${maskName(row.name)}</td>
                    <td>${row.workUnit}</td>
                    <td class="n">${row.totalScore}</td>
                    <td>${row.awardLevel ? awardLevel.codes[row.awardLevel][language === "zh" ? 0 : 1] : ""}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`,
  );
}
