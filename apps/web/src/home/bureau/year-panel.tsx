import { yearStatistics } from "@jipei/contract/home/bureau-home.ts";
import type { ReactNode } from "react";
import { chinaToday } from "../../core/format/dates.ts";
import { Loaded, Skeleton } from "../../core/ui/states.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { useQuiet } from "../../core/ui/use-quiet.ts";
import { useTexts } from "../texts.ts";
import { type Statistics, YearFigures } from "./year-figures.tsx";

const thisYear = () => Number(chinaToday().slice(0, 4));

/** The same answer for every part of a page. @param year this year where left out */
const useYear = (year?: number) =>
  useCall(yearStatistics, year ? { year } : {}, { staleTime: 30_000, keepPrevious: true });

/** The year before, asked once the page that it stands on is shown. */
function useYearBefore(year: number): Statistics | undefined {
  return useCall(yearStatistics, { year: year - 1 }, { staleTime: Infinity, enabled: useQuiet() }).data;
}

/** A chart of the year in a panel of its own, which has its room from the start; why figures are missing is said beside them. */
export function YearChart({ wide, children }: { wide?: boolean; children: (found: Statistics) => ReactNode }) {
  const { data, isPending } = useYear();
  return (
    <section className={wide ? "home-panel year-chart wide" : "home-panel"}>
      {isPending && <Skeleton rows={5} />}
      {data && children(data)}
    </section>
  );
}

/** Figures of a year beside those of the year before, and the charts that a page wants below them. @param year this year where left out */
export function YearPanel({ year, children }: { year?: number; children?: (found: Statistics) => ReactNode }) {
  const t = useTexts();
  const found = useYear(year);
  const data = found.data;
  const before = useYearBefore(year ?? thisYear());
  return (
    <section className="home-panel year-panel" aria-labelledby="home-year">
      <h2 id="home-year">{t("figures.title", { year: data?.year ?? year ?? thisYear() })}</h2>
      <Loaded query={found}>
        {(year) => (
          <>
            <YearFigures found={year} before={before?.figures} />
            {children?.(year)}
          </>
        )}
      </Loaded>
    </section>
  );
}
