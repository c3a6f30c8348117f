import { Link } from "../../core/page/link.ts";
import { can } from "../../core/session/session.ts";
import { BureauQueue } from "./bureau-queue.tsx";
import { HomeFrame } from "../home-frame.tsx";
import { useTexts } from "../texts.ts";
import { useOpenPaths } from "../use-open-paths.ts";
import { ByOrganisation, PeopleByMonth } from "./year-charts.tsx";
import { YearChart, YearPanel } from "./year-panel.tsx";

/** What waits on the left, how the year goes on the right, and its charts below. */
export default function BureauHome() {
  const t = useTexts();
  const opens = useOpenPaths();
  const figures = can("subsidy_apply_view");
  return (
    <HomeFrame>
      <div className="home-columns">
        <div className="home-stack">
          <BureauQueue />
          {figures && <YearChart>{(found) => <ByOrganisation found={found} />}</YearChart>}
        </div>
        {figures && (
          <>
            <YearPanel />
            <YearChart wide>
              {(found) => (
                <>
                  <PeopleByMonth found={found} />
                  {opens("/wel/dashboard") && (
                    <p className="home-note">
                      <Link to="/wel/dashboard">{t("figures.more")}</Link>
                    </p>
                  )}
                </>
              )}
            </YearChart>
          </>
        )}
      </div>
    </HomeFrame>
  );
}
