import {
  assessorHome,
  bureauHome,
  enterpriseHome,
  institutionHome,
  yearStatistics,
} from "@jipei/contract/home/home.ts";
import { onlyTeacher } from "../core/actor.ts";
import { today } from "../core/clock.ts";
import type { Db } from "../core/db.ts";
import { type Domain, reads } from "../core/implement.ts";
import { Refusal } from "../core/refusal.ts";
import { bureauHomeOf } from "./bureau-home.ts";
import { institutionHomeOf } from "./institution-home.ts";
import { assessorHomeOf, enterpriseHomeOf } from "./person-homes.ts";
import { SlowAnswers } from "./slow-answers.ts";
import { yearStatisticsOf } from "./year-statistics.ts";

const remembered = new WeakMap<Db, SlowAnswers>();
function answersOf(db: Db): SlowAnswers {
  let answers = remembered.get(db);
  if (!answers) remembered.set(db, (answers = new SlowAnswers()));
  return answers;
}

/** The home pages: summaries of all other domains, hence the one domain that reads their tables. */
export const home: Domain = {
  name: "home",
  routes: [
    reads(bureauHome, (db, actor) => bureauHomeOf(db, actor)),
    reads(institutionHome, (db, actor) => institutionHomeOf(db, actor) as never),
    reads(enterpriseHome, (db, actor) => enterpriseHomeOf(db, actor)),
    reads(assessorHome, (db, actor) => assessorHomeOf(db, actor)),
    reads(yearStatistics, (db, actor, { year }) => {
      const orgId = actor.audience === "bureau" ? null : actor.orgId;
      if (actor.audience !== "bureau" && (!orgId || onlyTeacher(actor))) throw new Refusal("NOT_OWNER");
      const of = year ?? Number(today().slice(0, 4));
      return answersOf(db).of(`${orgId} ${of} ${today()}`, () => yearStatisticsOf(db, of, orgId)) as never;
    }),
  ],
};
