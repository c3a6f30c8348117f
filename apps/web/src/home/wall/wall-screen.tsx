import { yearStatistics } from "@jipei/contract/home/bureau-home.ts";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useCall } from "../../core/api/use-call.ts";
import { chinaTime } from "../../core/format/dates.ts";
import { formatCount, formatMoney, formatPercent } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Loaded } from "../../core/ui/states.tsx";
import { ByKind, ByOrganisation, MoneyByMonth, PeopleByMonth } from "../bureau/year-charts.tsx";
import type { Statistics } from "../bureau/year-figures.tsx";
import { useTexts } from "../texts.ts";
import { TownMap } from "./town-map.tsx";
import "./wall.css";

/** The figures are asked for again once a minute. */
const refresh = 60_000;

/** Pixels of a chart: two stand above each other below the figures. */
const chartHeight = (): number => Math.max(160, Math.round(window.innerHeight * 0.29));

/** The year on a screen for a wall: nothing scrolls, everything is asked again by itself; Escape ends it. */
export function WallScreen({ year, onClose }: { year: number; onClose: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const screen = useRef<HTMLDivElement>(null);
  const found = useCall(yearStatistics, { year }, { refetchInterval: refresh, keepPrevious: true });
  useEffect(() => {
    const box = screen.current;
    box?.focus();
    // Where the browser does not allow it, the screen fills the window.
    box?.requestFullscreen?.().catch(() => undefined);
    const leave = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    const left = () => !document.fullscreenElement && onClose();
    document.addEventListener("keydown", leave);
    document.addEventListener("fullscreenchange", left);
    return () => {
      document.removeEventListener("keydown", leave);
      document.removeEventListener("fullscreenchange", left);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [onClose]);
  const title = label(["职业技能培训", "Vocational training"]);
  return createPortal(
    <div ref={screen} className="wall" role="dialog" aria-modal="true" aria-label={title} tabIndex={-1}>
      <header>
        <h1>
          {title} · {t("figures.title", { year })}
        </h1>
        <Updated at={found.dataUpdatedAt} />
        <button type="button" className="plain-action" onClick={onClose}>
          {label(["退出大屏", "Leave"])}
        </button>
      </header>
      <Loaded query={found}>
        {(data) => (
          <>
            <Figures figures={data.figures} />
            <div className="wall-grid">
              <section>
                <PeopleByMonth found={data} height={chartHeight()} />
              </section>
              <section className="wall-map">
                <TownMap year={year} refresh={refresh} />
              </section>
              <section>
                <ByOrganisation found={{ ...data, organisations: data.organisations.slice(0, 6) }} />
              </section>
              <section>
                <MoneyByMonth found={data} height={chartHeight()} />
              </section>
              <section>
                <ByKind found={data} />
              </section>
            </div>
          </>
        )}
      </Loaded>
    </div>,
    document.body,
  );
}

/** When the figures were asked last. */
function Updated({ at }: { at: number }) {
  const label = useLabel();
  const time = at > 0 ? chinaTime(at).slice(0, 16) : "—";
  return <time>{label([`更新于 ${time}`, `as of ${time}`])}</time>;
}

function Figures({ figures: f }: { figures: Statistics["figures"] }) {
  const t = useTexts();
  const shown: [string, string][] = [
    [t("figures.classes"), formatCount(f.classCount)],
    [t("figures.people"), formatCount(f.personCount)],
    [t("figures.finished"), formatCount(f.finishCount)],
    [t("figures.passRate"), formatPercent(f.passRate)],
    [t("figures.certificates"), formatCount(f.certCount)],
    [t("figures.employed"), formatPercent(f.employRate)],
    [t("figures.paid"), formatMoney(f.paidAmount)],
  ];
  return (
    <dl className="wall-figures">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
