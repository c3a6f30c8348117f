import { bureauHome, bureauQueue, bureauWarning } from "@jipei/contract/home/bureau-home.ts";
import { Link } from "../../core/page/link.ts";
import { formatDate } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { useSession } from "../../core/session/session.ts";
import { useTexts } from "../texts.ts";
import { useOpenPaths } from "../use-open-paths.ts";
import { getQueueLists, getWarningLists } from "./queue-lists.ts";
import { WaitingCards } from "./waiting-cards.tsx";

type Home = NonNullable<(typeof bureauHome)["output"]["$value"]>;

/** Somebody else may have decided meanwhile. */
const refresh = 60_000;

/** What waits for this user, and what they should know before it is too late. */
export function BureauQueue() {
  const t = useTexts();
  const home = useCall(bureauHome, undefined, { refetchInterval: refresh });
  return (
    <section className="home-panel home-queue" aria-labelledby="home-queue">
      <h2 id="home-queue">{t("waiting.title")}</h2>
      <Loaded query={home} rows={5}>
        {(data) => <Content home={data} />}
      </Loaded>
    </section>
  );
}

function Content({ home }: { home: Home }) {
  const t = useTexts();
  const label = useLabel();
  const opens = useOpenPaths();
  const session = useSession();
  const lists = getQueueLists(session);
  const cards = home.waiting
    .map((row) => ({ ...row, oldest: row.oldest ?? null, name: label(bureauQueue.codes[row.key]), to: lists[row.key] }))
    .filter(({ to }) => opens(to));
  const links = getWarningLists();
  const warnings = home.warnings.filter(({ key }) => opens(links[key]));
  return (
    <>
      {cards.length === 0 ? <Empty text={t("waiting.none")} /> : <WaitingCards cards={cards} />}
      {cards.length > 0 && <p className="unit home-note">{t("waiting.limit", { days: home.reviewDays })}</p>}
      {warnings.length > 0 && (
        <>
          <h3 className="section-title">{t("warnings.title")}</h3>
          <ul className="home-rows">
            {warnings.map(({ key, count, first }) => (
              <li key={key}>
                <Link to={links[key]}>{label(bureauWarning.codes[key])}</Link>
                <span className="home-row-side">
                  {first && <span className="unit">{t("warnings.first", { day: formatDate(first) })}</span>}
                  <strong className="numeric">{count}</strong>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
