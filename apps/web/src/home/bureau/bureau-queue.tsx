import { bureauHome, bureauQueue, bureauWarning } from "@jipei/contract/home/home.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import { Link } from "../../core/page/link.ts";
import { addDays, chinaToday, formatDate } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { useTexts } from "../texts.ts";
import { useOpenPaths } from "../use-open-paths.ts";
import { WaitingCards } from "./waiting-cards.tsx";

type Home = NonNullable<(typeof bureauHome)["output"]["$value"]>;

/** The list, with its filter, that each number counts; the oldest first where it can be put in that order. */
const getLists = (): Readonly<Record<keyof (typeof bureauQueue)["codes"], PageLink>> => ({
  flowTask: "/work/todo",
  flowClaim: "/work/claim",
  firstTrial: "/subsidy/org/first",
  reTrial: "/subsidy/org/re",
  enterpriseFirstTrial: "/subsidy/ent/first",
  enterpriseReTrial: "/subsidy/ent/re",
  compile: `/subsidy/pay?payStatus=1&publicityEnd_datelt=${chinaToday()}`,
  paying: "/subsidy/pay?payStatus=2",
  recovery: "/subsidy/recovery?state=open",
  recoveryDismissal: "/subsidy/recovery?state=proposed",
  objection: "/subsidy/objection?state=open",
  enterpriseAccount: "/enterprise/total?accountState=2",
  policyChange: "/policy/change?state=waiting&ascs=createTime",
  investigation: "/enterprise/investigation?fillStatus=1",
  class: "/class/review",
  enterpriseClass: "/enterprise/class?confirmStatus=unConfirm&ascs=commitTime",
  student: "/class/student",
  test: "/test/org?confirmType=unConfirm&ascs=commitTime",
  enterpriseTest: "/test/enterprise?confirmType=unConfirm&ascs=commitTime",
  grade: "/test/grade?gradeStatus=1",
  orgPlan: "/plan/org?confirmStatus=unConfirm&ascs=commitTime",
  organisation: "/org/index?state=unConfirm",
  organisationChange: "/org/index?changePending=1",
  orgCourse: "/org/course?confirmStatus=unConfirm&ascs=commitTime",
  orgTeacher: "/org/teacher?confirmStatus=unConfirm&ascs=commitTime",
});
const warningLists = (): Readonly<Record<keyof (typeof bureauWarning)["codes"], PageLink>> => ({
  classStart: `/class/review?startDate_datelt=${addDays(chinaToday(), 5)}`,
  publicity: "/subsidy/pay?payStatus=1",
  licence: `/org/index?state=isUser&licenseExpireDate_datelt=${addDays(chinaToday(), 30)}`,
});
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
  const lists = getLists();
  const cards = home.waiting
    .map((row) => ({ ...row, oldest: row.oldest ?? null, name: label(bureauQueue.codes[row.key]), to: lists[row.key] }))
    .filter(({ to }) => opens(to));
  const links = warningLists();
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
