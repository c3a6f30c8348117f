import { Suspense, useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { chinaToday } from "../core/format/dates.ts";
import { lazyPart } from "../core/ui/lazy-part.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { BureauQueue } from "./bureau/bureau-queue.tsx";
import { useTexts } from "./texts.ts";
import { ByCertificate, ByKind, ByLevel, ByOrganisation, MoneyByMonth, PeopleByMonth } from "./bureau/year-charts.tsx";
import { YearPanel } from "./bureau/year-panel.tsx";
import "../core/theme/common.css";
import "./home.css";

const WallScreen = lazyPart(() => import("./wall/wall-screen.tsx").then(({ WallScreen }) => WallScreen));

/** Years that can be looked back on. */
const back = 5;

/** The console: counters, the figures of a year and everything behind them, fit to be printed. */
export default function DashboardPage() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const [onWall, setOnWall] = useState(false);
  const leaveWall = useCallback(() => setOnWall(false), []);
  const now = Number(chinaToday().slice(0, 4));
  const wanted = Number(params.get("year"));
  const year = wanted > now - back && wanted <= now ? wanted : now;
  return (
    <div className="dashboard">
      <PageHeader
        title={t("dashboard.title")}
        actions={
          <>
            <label className="year-pick">
              {t("dashboard.year")}
              <select value={year} onChange={(event) => setParams({ year: event.target.value }, { replace: true })}>
                {Array.from({ length: back }, (_, index) => now - index).map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            </label>
            <button type="button" className="plain-action" onClick={() => setOnWall(true)}>
              {t("dashboard.wall")}
            </button>
            <button type="button" className="plain-action" onClick={() => window.print()}>
              {t("dashboard.print")}
            </button>
          </>
        }
      />
      <BureauQueue />
      <YearPanel year={year}>
        {(found) => (
          <div className="chart-grid">
            <PeopleByMonth found={found} />
            <MoneyByMonth found={found} />
            <ByKind found={found} />
            <ByLevel found={found} />
            <ByOrganisation found={found} />
            <ByCertificate found={found} />
          </div>
        )}
      </YearPanel>
      {onWall && (
        <Suspense fallback={null}>
          <WallScreen year={year} onClose={leaveWall} />
        </Suspense>
      )}
    </div>
  );
}
