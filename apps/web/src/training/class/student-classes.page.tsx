import type { AttendanceSheet } from "@jipei/contract/training/lesson.ts";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { classRun } from "@jipei/contract/core/fields/codes.ts";
import { feeKind, payMethod } from "@jipei/contract/training/enrolment-codes.ts";
import { type StudentFeeRow, studentFeeCalls } from "@jipei/contract/training/student-fee.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import type { StudentRow } from "@jipei/contract/training/student.ts";
import { Button } from "antd";
import { useState } from "react";
import { chinaNow, formatDate, getWeekday } from "../../core/format/dates.ts";
import { formatHours, formatMoney, formatPercent } from "../../core/format/numbers.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { RateBar } from "../../core/ui/rate-bar.tsx";
import { Empty, Loaded, Unanswered } from "../../core/ui/states.tsx";
import { StatusTag, useCodeText } from "../../core/format/status-tag.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { DayList } from "../timetable/day-list.tsx";
import { useTexts } from "../texts.ts";
import { type Lesson, useTimetable } from "../timetable/timetable-calls.ts";
import { getTime } from "../timetable/week.ts";
import "./student-classes.css";

/** The classes of a student: what comes next, and the attendance against what the assessment needs. */
export default function StudentClassesPage() {
  const t = useTexts();
  const found = useCall(studentCalls.list, { current: 1, size: 50 });
  const rows = (found.data?.records ?? []).filter((row) => row.confirmStatus !== "Invalidate");
  return (
    <div className="page">
      <PageHeader title={t("student.title")} />
      <Loaded query={found}>
        {() => (
          <>
            {rows.length === 0 && <Empty text={t("student.none")} />}
            {rows.map((row) => (
              <StudentClass key={row.classId} row={row} />
            ))}
          </>
        )}
      </Loaded>
    </div>
  );
}

function StudentClass({ row }: { row: StudentRow }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const found = useCall(classCalls.detail, { id: row.classId });
  const cls = found.data;
  const timetable = useTimetable(row.classId);
  const { lessons } = timetable;
  const sheet = useCall(lessonCalls.attendanceSheet, { classId: row.classId });
  const fees = useCall(studentFeeCalls.list, { classId: row.classId, current: 1, size: 50 });
  const own = new Map(sheet.data?.entries.map(({ scheduleId, attendStatus }) => [scheduleId, attendStatus]));
  return (
    <article className="student-class">
      <header>
        <h2>{row.className}</h2>
        {cls && <StatusTag codes={classRun} value={cls.runState} />}
        <span className="unit">{row.classNo}</span>
      </header>
      {found.isError && <Unanswered queries={[found]} />}
      {cls && (
        <p className="unit">
          {formatDate(cls.startDate)} – {formatDate(cls.endDate)} · {cls.orgName} · {cls.trainPlace}
        </p>
      )}
      <dl>
        <dt>{t("student.nextLesson")}</dt>
        <dd>
          <Loaded query={timetable} rows={1}>
            {(all) => <NextLesson lessons={all} />}
          </Loaded>
        </dd>
        <dt>{t("student.attendance")}</dt>
        <dd>
          <Loaded query={sheet} rows={1}>
            {(data) => <OwnRate sheet={data} />}
          </Loaded>
        </dd>
        <dt>{t("student.fees")}</dt>
        <dd>
          <Loaded query={fees} rows={1}>
            {({ records }) => <Fees rows={records} />}
          </Loaded>
        </dd>
      </dl>
      {lessons.length > 0 && (
        <Button onClick={() => setOpen(!open)} aria-expanded={open}>
          {t("student.lessons")}
        </Button>
      )}
      {open && <DayList lessons={lessons} own={own} />}
    </article>
  );
}

function NextLesson({ lessons }: { lessons: readonly Lesson[] }) {
  const t = useTexts();
  const next = lessons.find((lesson) => `${lesson.lessonDate} ${lesson.endTime}` > chinaNow());
  return next
    ? `${formatDate(next.lessonDate)} ${getWeekday(next.lessonDate)} ${getTime(next)} · ${next.content} · ${next.classroomName ?? next.onlineUrl ?? ""}`
    : t("student.noLesson");
}

/** What was paid for the class, and what was paid back. */
function Fees({ rows }: { rows: readonly StudentFeeRow[] }) {
  const t = useTexts();
  const codeText = useCodeText();
  if (rows.length === 0) return <>{t("student.noFees")}</>;
  return (
    <ul className="student-fees">
      {rows.map((fee) => (
        <li key={fee.id}>
          {codeText(feeKind, fee.feeKind)} <span className="numeric">{formatMoney(fee.amount)}</span> ·{" "}
          {formatDate(fee.payDate)} · {codeText(payMethod, fee.payMethod)}
          {fee.invoiceNo && ` · ${fee.invoiceNo}`}
        </li>
      ))}
    </ul>
  );
}

/** Hours attended of hours held, against the limit. */
function OwnRate({ sheet }: { sheet: AttendanceSheet }) {
  const t = useTexts();
  const own = sheet.students[0];
  if (!own || own.attendanceRate === null || own.attendanceRate === undefined) return <>{t("student.notYet")}</>;
  const limit = Number(sheet.minRate);
  const low = Number(own.attendanceRate) < limit;
  return (
    <>
      <RateBar rate={Number(own.attendanceRate)} limit={limit} label={t("student.attendance")} />
      <span className="numeric">{formatPercent(own.attendanceRate)}</span> ·{" "}
      {t("student.attended", { counted: formatHours(own.attendHours), held: formatHours(sheet.heldHours) })} ·{" "}
      <span className={low ? "low-text" : undefined}>
        {low ? t("student.short", { rate: formatPercent(limit) }) : t("student.enough")}
      </span>
    </>
  );
}
