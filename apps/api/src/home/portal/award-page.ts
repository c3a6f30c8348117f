import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { awardLevel } from "@jipei/contract/competitions/result.ts";
import { type Award, awardPath, findAward } from "../../competitions/competitions.queries.ts";
import { type Html, html } from "../../core/api-docs/html.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { HtmlPage } from "../../core/http/implement.ts";
import { limitRate } from "../../core/security/rate-limit.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { buildDocument, readQuery } from "../public-site/site-frame.ts";
import type { Language } from "../public-site/site-words.ts";
import { words } from "./portal-words.ts";

/**
 * The public check of an award certificate: what its printed code opens, and a form for number and code. Only the complete pair reveals anything;
 * look-ups of one address an hour are limited as those of other certificates are.
 */
export const awardPage: HtmlPage = {
  path: awardPath,
  async render(query, preferred, ip, app) {
    const { said, language } = readQuery(query, preferred);
    const [no, code] = [said("no"), said("code")];
    const t = words[language];
    const result = no && code ? await check(language, ip, app, no, code) : "";
    const body = html`<h1>${t.awardCheck}</h1>
      ${result}
      <form action="${awardPath}">
        <input type="hidden" name="lang" value="${language}" />${ofTenant(app)}<input
          name="no"
          value="${no}"
          aria-label="${t.awardNumber}"
          placeholder="${t.awardNumber}"
        /><input name="code" value="${code}" aria-label="${t.awardCode}" placeholder="${t.awardCode}" /><button>
          ${t.awardCheck}
        </button>
      </form>`;
    return buildDocument({
      place: { path: awardPath, language, view: {} },
      publicUrl: app.settings.publicUrl,
      title: t.awardCheck,
      description: t.description,
      body,
    });
  },
};

/** Whoever has scanned a code of a tenant asks the same tenant again: its domain may be missing. */
const ofTenant = ({ tenantId }: Services): Html | string =>
  tenantId === installation ? "" : html`<input type="hidden" name="tenantId" value="${tenantId}" />`;

async function check(language: Language, ip: string, app: Services, no: string, code: string): Promise<Html> {
  const t = words[language];
  try {
    await limitRate(app, "certificate", ip, await parameter(app.db, "cert.query.perHour"), 60);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return html`<p class="state">${t.tooOften}</p>`;
  }
  const award = await findAward(app.db, no, code);
  return award ? facts(language, award) : html`<p class="state">${t.awardUnknown}</p>`;
}

function facts(language: Language, award: Award): Html {
  const t = words[language];
  const rows: [string, string | number][] = [
    [t.name, award.name],
    [t.competition, award.competitionName],
    [t.item, award.itemName],
    [t.score, award.totalScore],
    [t.rank, award.rank],
    [t.award, awardLevel.codes[award.awardLevel][language === "zh" ? 0 : 1]],
  ];
  return html`<p class="state good">${t.awardValid}</p>
    <dl class="box">
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
}
