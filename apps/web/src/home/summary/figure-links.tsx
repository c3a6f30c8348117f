import { type InGroup, getSummaryLinks, sideOf } from "@jipei/contract/home/summary-links.ts";
import { type SummaryFigure, isRate, summaryFigures } from "@jipei/contract/home/summary.ts";
import { type ReactNode, useState } from "react";
import { chinaToday } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Link } from "../../core/page/link.ts";
import { getViewer, useSession } from "../../core/session/session.ts";
import { useOpenPaths } from "../use-open-paths.ts";
import ListChoice from "./list-choice.tsx";
import { type OpenList, findOpenLists, isWhole } from "./open-lists.ts";
import type { Asked } from "./summary-query.ts";

interface Choice {
  title: string;
  lists: readonly OpenList[];
}

/**
 * Makes the figures of a table lead to the rows that they count, as far as the menu of the user leads there. A figure of both sides has a list for
 * each side, and a rate one of those that it counts and one of all among whom it counts them: it asks which.
 * @param least attendance in percent from which somebody has finished
 * @returns how a figure is shown, and the question that stands over the table
 */
export function useFigureLinks(asked: Asked, least: string) {
  const label = useLabel();
  const opens = useOpenPaths();
  const isOfOneSide = getViewer(useSession()).audience !== "bureau" || sideOf(asked) !== null;
  const [choice, setChoice] = useState<Choice | null>(null);
  const show = (
    figure: SummaryFigure,
    groups: readonly InGroup[],
    value: unknown,
    text: string,
    year = asked.year,
  ): ReactNode => {
    // A rate of 0 % is one of somebody, too; over nobody there is none.
    if (isRate(figure) ? value === null || value === undefined : !Number(value)) return text;
    const all = getSummaryLinks(figure, { ...asked, year }, groups, { today: chinaToday(), least });
    const lists = findOpenLists(all, opens);
    const [first] = lists;
    if (!first) return text;
    if (isWhole(first, isOfOneSide)) return <Link to={first.link}>{text}</Link>;
    const title = `${label(summaryFigures[figure])} ${text}`;
    return (
      <button type="button" className="link-button" onClick={() => setChoice({ title, lists })}>
        {text}
      </button>
    );
  };
  const dialog = choice && <ListChoice {...choice} onClose={() => setChoice(null)} />;
  return { show, dialog };
}
