import { unitSide } from "@jipei/contract/core/fields/codes.ts";
import { type InGroup, type SummaryLink, getSummaryLinks, sideOf } from "@jipei/contract/home/summary-links.ts";
import { type SummaryFigure, summaryFigures } from "@jipei/contract/home/summary.ts";
import { type ReactNode, useState } from "react";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { chinaToday } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Link } from "../../core/page/link.ts";
import { getViewer, useSession } from "../../core/session/session.ts";
import { useOpenPaths } from "../use-open-paths.ts";
import type { Asked } from "./summary-query.ts";

interface Choice {
  title: string;
  links: readonly SummaryLink[];
}

/**
 * Makes the figures of a table lead to the rows that they count, as far as the menu of the user leads there. A figure of both sides has a list for
 * each side: it asks which.
 * @param least attendance in percent from which somebody has finished
 * @returns how a figure is shown, and the question that stands over the table
 */
export function useFigureLinks(asked: Asked, least: string) {
  const label = useLabel();
  const opens = useOpenPaths();
  const isOfOneSide = getViewer(useSession()).audience !== "bureau" || sideOf(asked) !== null;
  const [choice, setChoice] = useState<Choice | null>(null);
  const show = (figure: SummaryFigure, groups: readonly InGroup[], value: unknown, text: string): ReactNode => {
    if (!Number(value)) return text;
    const links = getSummaryLinks(figure, asked, groups, { today: chinaToday(), least }).filter(({ link }) =>
      opens(link),
    );
    const [first] = links;
    if (!first) return text;
    if (isOfOneSide || first.side === null) return <Link to={first.link}>{text}</Link>;
    const title = `${label(summaryFigures[figure])} ${text}`;
    return (
      <button type="button" className="link-button" onClick={() => setChoice({ title, links })}>
        {text}
      </button>
    );
  };
  const dialog = choice && (
    <Dialog open title={choice.title} footer={null} width={360} onClose={() => setChoice(null)}>
      <ul className="summary-lists">
        {choice.links.map(
          ({ side, link }) =>
            side && (
              <li key={link}>
                <Link to={link} onClick={() => setChoice(null)}>
                  {label(unitSide.codes[side])}
                </Link>
              </li>
            ),
        )}
      </ul>
    </Dialog>
  );
  return { show, dialog };
}
