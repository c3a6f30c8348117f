import { gradeResult } from "@jipei/contract/core/fields/codes.ts";
import { studentHome } from "@jipei/contract/home/student-home.ts";
import { Link } from "../../core/page/link.ts";
import { formatDate, formatTime, getWeekday } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { formatPercent } from "../../core/format/numbers.ts";
import { RateBar } from "../../core/ui/rate-bar.tsx";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { HomeFrame } from "../home-frame.tsx";
import { HomeNotices } from "../home-notices.tsx";
import { OpenClasses } from "./open-classes.tsx";
import { StudentPayments } from "./student-payments.tsx";
import { useTexts } from "../texts.ts";
import "../../core/theme/common.css";
import "./student-home.css";

type Home = NonNullable<(typeof studentHome)["output"]["$value"]>;
type ClassRow = Home["classes"][number];

/** What a student opens the product for, twice a year and on a phone: the next lesson, the own classes, payments in the own name. */
export default function StudentHome() {
  const home = useCall(studentHome, undefined);
  return (
    <HomeFrame>
      <Loaded query={home}>{(data) => <Content home={data} />}</Loaded>
    </HomeFrame>
  );
}

function Content({ home }: { home: Home }) {
  const t = useTexts();
  const label = useLabel();
  const { nextLesson, classes, payments } = home;
  return (
    <div className="student-home">
      {nextLesson && <NextLesson lesson={nextLesson} />}
      {home.pendingSignUps > 0 && (
        <p className="waiting-note">
          <Link to="/stu/sign">{t("student.pending", { count: home.pendingSignUps })}</Link>
        </p>
      )}
      <section>
        <h2 className="section-title">{t("student.classes")}</h2>
        {classes.length === 0 ? (
          <Empty text={t("student.noClasses")}>
            <Link to="/stu/sign">{t("student.signUp")}</Link>
          </Empty>
        ) : (
          <ul className="student-classes">
            {classes.map((row) => (
              <ClassItem key={row.id} row={row} least={home.attendanceMin} />
            ))}
          </ul>
        )}
      </section>
      {payments.length > 0 && (
        <section>
          <h2 className="section-title">{t("student.payments")}</h2>
          <p className="unit">
            {label([
              "以您的名义申领的补贴。如非本人参加培训，请提出异议。",
              "Subsidies claimed in your name. If you did not attend the training, please object.",
            ])}
          </p>
          <StudentPayments payments={payments} />
        </section>
      )}
      <OpenClasses />
      <HomeNotices />
    </div>
  );
}

function NextLesson({ lesson }: { lesson: NonNullable<Home["nextLesson"]> }) {
  const t = useTexts();
  return (
    <section className="next-lesson" aria-label={t("student.next")}>
      <h2>
        <Link className="card-link" to="/stu/class">
          {t("student.next")}
        </Link>
      </h2>
      <p className="next-when">
        {formatDate(lesson.lessonDate)} {getWeekday(lesson.lessonDate)} {formatTime(lesson.startTime)}–
        {formatTime(lesson.endTime)}
      </p>
      <p>
        {lesson.content} · {lesson.place}
      </p>
      <p className="unit">{lesson.className}</p>
    </section>
  );
}

/** @param least the rate that an assessment asks for, in percent */
function ClassItem({ row, least }: { row: ClassRow; least: string }) {
  const t = useTexts();
  return (
    <li>
      <div className="student-class-head">
        <strong>
          <Link className="card-link" to="/stu/class">
            {row.className}
          </Link>
        </strong>
        {row.gradeResult && row.gradeResult !== "0" && <StatusTag codes={gradeResult} value={row.gradeResult} />}
      </div>
      <p className="unit">
        {row.orgName} · {row.startDate && formatDate(row.startDate)} – {row.endDate && formatDate(row.endDate)}
      </p>
      <Attendance row={row} least={least} />
      {row.certNo && (
        <p className="card-above">
          {t("student.certificate")} <Link to="/stu/cert">{row.certNo}</Link>
        </p>
      )}
    </li>
  );
}

/** The own rate against the limit: a bar with the limit marked, and the words for it. */
function Attendance({ row, least }: { row: ClassRow; least: string }) {
  const t = useTexts();
  if (row.attendanceRate === null) return <p className="unit">{t("student.noAttendance")}</p>;
  // A bar on screen; nothing is decided by it.
  const rate = Number(row.attendanceRate);
  const enough = rate >= Number(least);
  const words = t(enough ? "student.attendance" : "student.attendanceLow", {
    rate: formatPercent(row.attendanceRate),
    least: formatPercent(least),
  });
  return (
    <div className="attendance">
      <RateBar rate={rate} limit={Number(least)} label={words} />
      <span className={enough ? "good-word" : "bad-word"}>{words}</span>
    </div>
  );
}
