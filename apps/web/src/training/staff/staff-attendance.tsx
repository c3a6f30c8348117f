import type { InputOf } from "@jipei/contract/core/call.ts";
import {
  type WholeEnterpriseClass,
  enterpriseClassCalls as calls,
} from "@jipei/contract/training/enterprise-class.calls.ts";
import { Button } from "antd";
import { useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { AttendanceOf } from "../attendance/attendance-section.tsx";
import type { Lesson } from "../attendance/attendance-marks.ts";
import { PrintAttendance } from "../attendance/attendance-print.tsx";
import type { Taking } from "../attendance/use-marks.ts";
import { useStaffClassFacts } from "../class/print-facts.ts";
import { useTexts } from "../texts.ts";

const taking: Taking<InputOf<typeof calls.saveAttendance>> = {
  call: calls.saveAttendance,
  inputOf: ({ id }, attendanceList, reason) => ({ scheduleId: id, attendanceList, ...(reason && { reason }) }),
};

/** Attendance of a class of an enterprise, as that of any class. */
export function StaffAttendance({ row, reload }: { row: WholeEnterpriseClass; reload: () => void }) {
  const t = useTexts();
  const found = useCall(calls.attendanceSheet, { classId: row.id });
  const facts = useStaffClassFacts(row);
  const [printing, setPrinting] = useState(false);
  if (!found.data) return <Unanswered queries={[found]} />;
  const { schedules, ...parts } = found.data;
  const lessons = schedules.flatMap(({ scheduleId, date, start, end, hours, isHeld, content }): Lesson[] =>
    scheduleId
      ? [
          {
            id: scheduleId,
            lessonDate: date,
            startTime: start,
            endTime: end,
            hours: hours ?? "0.0",
            isHeld: isHeld ?? "0",
            content,
            version: null,
          },
        ]
      : [],
  );
  const done = () => {
    void found.refetch();
    reload();
  };
  const sheet = { ...parts, lessons };
  return (
    <>
      <AttendanceOf
        sheet={sheet}
        taking={taking}
        onDone={done}
        actions={<Button onClick={() => setPrinting(true)}>{t("attendance.print")}</Button>}
      />
      {printing && (
        <PrintAttendance
          facts={facts}
          sheet={sheet}
          signatures={[t("attendance.enterprise")]}
          onDone={() => setPrinting(false)}
        />
      )}
    </>
  );
}
