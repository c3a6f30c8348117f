import { yearStatistics } from "@jipei/contract/home/home.ts";
import type { ReactNode } from "react";
import { Loaded } from "../../core/ui/states.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { useTexts } from "../texts.ts";
import { type Statistics, YearFigures } from "./year-figures.tsx";

/** The same answer for every part of a page. @param year this year where left out */
export const useYear = (year?: number) =>
  useCall(yearStatistics, year ? { year } : {}, { staleTime: 30_000, keepPrevious: true });

/** A chart of the year in a panel of its own; while its figures are on the way, or fail, the panel beside it says so. */
export function YearChart({ children }: { children: (found: Statistics) => ReactNode }) {
  const data = useYear().data;
  return data ? <section className="home-panel">{children(data)}</section> : null;
}

/** Figures of a year, and the charts that a page wants below them. @param year this year where left out */
export function YearPanel({ year, children }: { year?: number; children: (found: Statistics) => ReactNode }) {
  const t = useTexts();
  const found = useYear(year);
  const data = found.data;
  return (
    <section className="home-panel" aria-labelledby="home-year">
      <h2 id="home-year">{data ? t("figures.title", { year: data.year }) : t("figures.heading")}</h2>
      <Loaded query={found}>
        {(year) => (
          <>
            <YearFigures figures={year.figures} />
            {children(year)}
          </>
        )}
      </Loaded>
    </section>
  );
}
