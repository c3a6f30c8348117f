import { unitSide } from "@jipei/contract/core/fields/codes.ts";
import {
  type InGroup,
  type SummaryLink,
  getSummaryLinks,
  rateRows,
  sideOf,
} from "@jipei/contract/home/summary-links.ts";
import { type SummaryFigure, isRate, summaryFigures } from "@jipei/contract/home/summary.ts";
import { type ReactNode, useState } from "react";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { chinaToday } from "../../core/format/dates.ts";
import { type Named, useLabel } from "../../core/i18n/language.ts";
import { Link } from "../../core/page/link.ts";
import { getViewer, useSession } from "../../core/session/session.ts";
import { useOpenPaths } from "../use-open-paths.ts";
import type { Asked } from "./summary-query.ts";

interface Choice {
  title: string;
  links: readonly SummaryLink[];
}

/** What a list of several is called: which rows of a rate it has, or whose. */
const getName = ({ side, rows }: SummaryLink): Named => (rows ? rateRows[rows] : unitSide.codes[side ?? "1"]);

/** Of several lists of the same rows the first. */
const findDifferent = (links: readonly SummaryLink[]): SummaryLink[] =>
  links.filter(({ side, rows }, at) => links.findIndex((one) => one.side === side && one.rows === rows) === at);

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
    const links = findDifferent(all.filter(({ link }) => opens(link)));
    const [first] = links;
    if (!first) return text;
    if (!first.rows && (isOfOneSide || first.side === null)) return <Link to={first.link}>{text}</Link>;
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
        {choice.links.map((one) => (
          <li key={one.link}>
            <Link to={one.link} onClick={() => setChoice(null)}>
              {label(getName(one))}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
  return { show, dialog };
}
