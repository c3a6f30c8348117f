import { gradeStatus } from "@jipei/contract/core/codes.ts";
import { assessorHome } from "@jipei/contract/home/home.ts";
import { Link } from "react-router";
import { chinaToday, formatDate, weekdayOf } from "../core/dates.ts";
import { Empty, Failed, Skeleton } from "../core/states.tsx";
import { StatusTag } from "../core/status-tag.tsx";
import { useCall } from "../core/use-call.ts";
import { HomeFrame } from "./home-frame.tsx";
import { useTexts } from "./texts.ts";

type Home = NonNullable<(typeof assessorHome)["output"]["$value"]>;

/** Assessments assigned to an assessor, the next one first, and how far the scores are. */
export default function AssessorHome() {
  const t = useTexts();
  const home = useCall(assessorHome, undefined);
  const tasks = (home.data as Home | undefined)?.tasks;
  return (
    <HomeFrame>
      <section className="home-panel" aria-labelledby="home-tasks">
        <h2 id="home-tasks">{t("assessor.title")}</h2>
        {home.isError ? (
          <Failed error={home.error} onRetry={() => void home.refetch()} />
        ) : !tasks ? (
          <Skeleton rows={4} />
        ) : tasks.length === 0 ? (
          <Empty text={t("assessor.none")} />
        ) : (
          <Tasks tasks={tasks} />
        )}
      </section>
    </HomeFrame>
  );
}

function Tasks({ tasks }: { tasks: Home["tasks"] }) {
  const t = useTexts();
  return (
    <ul className="home-rows">
      {tasks.map((task) => (
        <li key={task.id}>
          <div className="due-what">
            <Link to={`/ass/task/${task.id}`}>{task.className}</Link>
            <span className="unit">
              {task.orgName}
              {task.testPlace && <> · {task.testPlace}</>}
            </span>
            <span className={toneOf(task)}>{t("assessor.scored", { scored: task.scored, of: task.candidates })}</span>
          </div>
          <span className="home-row-side">
            {task.testDate && (
              <strong className="numeric">
                {formatDate(task.testDate)} {weekdayOf(task.testDate)}
              </strong>
            )}
            <StatusTag codes={gradeStatus} value={task.gradeStatus} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Missing scores are a fault once the day of the assessment is over, not before. */
const toneOf = ({ scored, candidates, testDate }: Home["tasks"][number]): string =>
  scored >= candidates ? "good-word" : testDate && testDate < chinaToday() ? "bad-word" : "unit";
