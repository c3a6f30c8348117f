import type { PageLink } from "@jipei/contract/pages.ts";
import { institutionHome, institutionQueue } from "@jipei/contract/home/institution-home.ts";
import { useLabel } from "../core/i18n/language.ts";
import { can } from "../core/session/session.ts";
import { Empty, Loaded } from "../core/ui/states.tsx";
import { useCall } from "../core/api/use-call.ts";
import { DueList } from "./due-list.tsx";
import type { InstitutionHomeData } from "./institution-home-data.ts";
import { HomeFrame } from "./home-frame.tsx";
import { HomeNotices } from "./home-notices.tsx";
import { RunningClasses } from "./running-classes.tsx";
import { useTexts } from "./texts.ts";
import { useOpenPaths } from "./use-open-paths.ts";
import { WaitingCards } from "./bureau/waiting-cards.tsx";
import { PeopleByMonth } from "./bureau/year-charts.tsx";
import { YearPanel } from "./bureau/year-panel.tsx";

const lists: Readonly<Record<keyof (typeof institutionQueue)["codes"], PageLink>> = {
  flowTask: "/work/todo",
  flowClaim: "/work/claim",
  sign: "/my/class/sign?confirmStatus=unConfirm",
  planDraft: "/my/plan?confirmStatus=unSubmit",
  classDraft: "/my/class?status=unCommit",
  testDraft: "/my/test?confirmType=unSubmit",
  claimDraft: "/my/subsidy?status=unSubmit",
};
const refresh = 60_000;

/** What is due, what runs today, and how the year goes. */
export default function InstitutionHome() {
  const home = useCall(institutionHome, undefined, { refetchInterval: refresh });
  return (
    <HomeFrame>
      <Loaded query={home}>{(data) => <Content home={data} />}</Loaded>
    </HomeFrame>
  );
}

function Content({ home }: { home: InstitutionHomeData }) {
  const t = useTexts();
  const label = useLabel();
  const opens = useOpenPaths();
  const cards = home.waiting
    .map((row) => ({
      ...row,
      oldest: row.oldest ?? null,
      name: label(institutionQueue.codes[row.key]),
      to: lists[row.key],
    }))
    .filter(({ to }) => opens(to));
  return (
    <div className="home-columns">
      <section className="home-panel" aria-labelledby="home-due">
        <h2 id="home-due">{t("due.title")}</h2>
        {cards.length === 0 && home.due.length === 0 ? <Empty text={t("due.none")} /> : null}
        {cards.length > 0 && <WaitingCards cards={cards} />}
        {home.due.length > 0 && <DueList due={home.due} />}
      </section>
      <div className="home-stack">
        <section className="home-panel" aria-labelledby="home-running">
          <h2 id="home-running">{t("running.title")}</h2>
          <RunningClasses rows={home.running} />
        </section>
        <HomeNotices />
        {can("subsidy_apply_view") && <YearPanel>{(found) => <PeopleByMonth found={found} />}</YearPanel>}
      </div>
    </div>
  );
}
