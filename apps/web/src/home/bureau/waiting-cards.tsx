import type { PageLink } from "@jipei/contract/pages.ts";
import { Link } from "../../core/page/link.ts";
import { chinaToday, daysBetween } from "../../core/format/dates.ts";
import { formatCount } from "../../core/format/numbers.ts";
import { useTexts } from "../texts.ts";

export interface WaitingCard {
  key: string;
  name: string;
  to: PageLink;
  count: number;
  overdue?: number;
  /** When the oldest of them began to wait. */
  oldest: string | null;
}

/** Lists with something in them: how many, since when, how many beyond the limit; one click into the list. */
export function WaitingCards({ cards }: { cards: readonly WaitingCard[] }) {
  const t = useTexts();
  return (
    <ul className="waiting-cards">
      {cards.map(({ key, name, to, count, overdue = 0, oldest }) => {
        const days = oldest ? Math.max(0, daysBetween(oldest, chinaToday())) : null;
        return (
          <li key={key}>
            <Link to={to} className={overdue > 0 ? "waiting-card late" : "waiting-card"}>
              <strong className="waiting-count">{formatCount(count)}</strong>
              <span className="waiting-name">{name}</span>
              <span className="waiting-age">
                {days === 0 && t("waiting.today")}
                {days !== null && days !== 0 && t("waiting.age", { count: days })}
              </span>
              {overdue > 0 && <span className="waiting-late">{t("waiting.overdue", { count: overdue })}</span>}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
