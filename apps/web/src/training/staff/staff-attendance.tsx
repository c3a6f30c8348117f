import type { InputOf } from "@jipei/contract/core/call.ts";
import { enterpriseClassCalls as calls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { useCall } from "../../core/api/use-call.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { AttendanceOf } from "../attendance/attendance-section.tsx";
import type { Lesson } from "../attendance/attendance-marks.ts";
import type { Taking } from "../attendance/attendance-taker.tsx";

const taking: Taking<InputOf<typeof calls.saveAttendance>> = {
  call: calls.saveAttendance,
  inputOf: ({ id }, attendanceList, reason) => ({ scheduleId: id, attendanceList, ...(reason && { reason }) }),
};

/** Attendance of a class of an enterprise, as that of any class. */
export function StaffAttendance({ classId, reload }: { classId: string; reload: () => void }) {
  const found = useCall(calls.attendanceSheet, { classId });
  if (!found.data) return <Unanswered queries={[found]} />;
  const { schedules, ...sheet } = found.data;
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
  return <AttendanceOf sheet={{ ...sheet, lessons }} taking={taking} onDone={done} />;
}
