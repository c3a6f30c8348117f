import { gradeStatus } from "@jipei/contract/core/fields/codes.ts";
import { assessorHome } from "@jipei/contract/home/assessor-home.ts";
import { Link } from "../core/page/link.ts";
import { chinaToday, formatDate, getWeekday } from "../core/format/dates.ts";
import { Empty, Loaded } from "../core/ui/states.tsx";
import { StatusTag } from "../core/format/status-tag.tsx";
import { useCall } from "../core/api/use-call.ts";
import { HomeFrame } from "./home-frame.tsx";
import { useTexts } from "./texts.ts";

type Home = NonNullable<(typeof assessorHome)["output"]["$value"]>;

/** Assessments assigned to an assessor, the next one first, and how far the scores are. */
export default function AssessorHome() {
  const t = useTexts();
  const home = useCall(assessorHome, undefined);
  return (
    <HomeFrame>
      <section className="home-panel" aria-labelledby="home-tasks">
        <h2 id="home-tasks">{t("assessor.title")}</h2>
        <Loaded query={home} rows={4}>
          {({ tasks }) => (tasks.length === 0 ? <Empty text={t("assessor.none")} /> : <Tasks tasks={tasks} />)}
        </Loaded>
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
            <span className={getTone(task)}>{t("assessor.scored", { scored: task.scored, of: task.candidates })}</span>
          </div>
          <span className="home-row-side">
            {task.testDate && (
              <strong className="numeric">
                {formatDate(task.testDate)} {getWeekday(task.testDate)}
              </strong>
            )}
            <StatusTag codes={gradeStatus} value={task.gradeStatus} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Missing scores are late once the day of the assessment is over, not before. */
function getTone({ scored, candidates, testDate }: Home["tasks"][number]): string {
  if (scored >= candidates) return "good-word";
  return testDate && testDate < chinaToday() ? "bad-word" : "unit";
}
