import { assessorHome } from "@jipei/contract/home/assessor-home.ts";
import { bureauHome, yearStatistics } from "@jipei/contract/home/bureau-home.ts";
import { enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import { institutionHome } from "@jipei/contract/home/institution-home.ts";
import { onlyTeacher } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import { type Domain, reads } from "../core/http/implement.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { getBureauHome } from "./bureau-home.ts";
import { cataloguePage } from "./catalogue/catalogue-page.ts";
import { awardPage } from "./portal/award-page.ts";
import { feedPage } from "./portal/feed.ts";
import { portalPage } from "./portal/portal-page.ts";
import { robotsPage, sitemapPage } from "./public-site/crawlers.ts";
import { getInstitutionHome } from "./institution-home.ts";
import { getAssessorHome, getEnterpriseHome } from "./person-homes.ts";
import { getSlowAnswers } from "./slow-answers.ts";
import { summaryRoutes } from "./summary/summary.routes.ts";
import { studentHomeRoutes } from "./student-home.routes.ts";
import { getYearStatistics } from "./year-statistics.ts";

/** The home pages: summaries of all other domains. */
export const home: Domain = {
  name: "home",
  htmlPages: [portalPage, awardPage, cataloguePage, feedPage, robotsPage, sitemapPage],
  routes: [
    reads(bureauHome, (db, actor) => getBureauHome(db, actor)),
    reads(institutionHome, (db, actor) => getInstitutionHome(db, actor)),
    reads(enterpriseHome, (db, actor) => getEnterpriseHome(db, actor)),
    reads(assessorHome, (db, actor) => getAssessorHome(db, actor)),
    ...studentHomeRoutes,
    ...summaryRoutes,
    reads(yearStatistics, (db, actor, { year }) => {
      const orgId = actor.audience === "bureau" ? null : actor.orgId;
      if (actor.audience !== "bureau" && (!orgId || onlyTeacher(actor))) throw new Refusal("NOT_OWNER");
      const of = year ?? Number(today().slice(0, 4));
      return getSlowAnswers(db).of(`year ${orgId} ${of} ${today()}`, () => getYearStatistics(db, of, orgId));
    }),
  ],
};
