import { Alert, Button, Input } from "antd";
import { addDays, chinaNow, chinaToday } from "../../core/format/dates.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { joinNames } from "../../core/i18n/join-names.ts";
import type { Lesson, Sheet } from "./attendance-marks.ts";
import { AttendanceRow } from "./attendance-row.tsx";
import { useTexts } from "../texts.ts";
import { type Taking, useMarks } from "./use-marks.ts";

interface Props<I> {
  sheet: Sheet;
  taking: Taking<I>;
  lesson: Lesson;
  /** The bureau corrects with a reason, also after the days for changes. */
  bureau: boolean;
  onDone: () => void;
}

/** The attendance of a lesson: names down, one key a state. */
export function AttendanceTaker<I>({ sheet, taking, lesson, bureau, onDone }: Props<I>) {
  const t = useTexts();
  const taken = useMarks(sheet, taking, lesson, onDone);
  const { marks, save } = taken;
  const future = `${lesson.lessonDate} ${lesson.startTime}` > chinaNow();
  const closed = addDays(lesson.lessonDate, sheet.editDays) < chinaToday();
  const locked = future || (closed && !bureau);
  const findName = (id: string) => sheet.students.find((student) => student.studentId === id)?.name ?? null;
  return (
    <section>
      {future && <Alert type="info" showIcon title={t("attendance.future")} />}
      {closed && !bureau && <Alert type="warning" showIcon title={t("attendance.closed")} />}
      {taken.overtaken.length > 0 && (
        <Alert type="warning" showIcon title={t("attendance.overtaken", { names: joinNames(taken.overtaken) })} />
      )}
      <ol className="attendance-list">
        {sheet.students.map((student) => (
          <AttendanceRow
            key={student.studentId}
            student={student}
            limit={Number(sheet.minRate)}
            makeupLimit={sheet.makeupLimit}
            mark={marks[student.studentId]}
            locked={locked}
            onMark={(next) => taken.mark(student.studentId, next)}
          />
        ))}
      </ol>
      {!locked && (
        <div className="attendance-foot">
          {save.error && (
            <div className="attendance-refused">
              <FailureList error={save.error} titleOf={findName} />
            </div>
          )}
          {bureau && (
            <Input
              value={taken.reason}
              onChange={({ target }) => taken.setReason(target.value)}
              maxLength={200}
              placeholder={t("attendance.reason")}
              aria-label={t("attendance.reason")}
              className="attendance-reason"
            />
          )}
          <span>{t("attendance.entered", { n: Object.keys(marks).length, all: sheet.students.length })}</span>
          {taken.unsaved > 0 && !save.isPending && <Button onClick={taken.discard}>{t("attendance.discard")}</Button>}
          <Button onClick={taken.markAll}>{t("attendance.all")}</Button>
          <Button type="primary" onClick={taken.submit} loading={save.isPending} disabled={taken.unsaved === 0}>
            {t("attendance.save")}
          </Button>
        </div>
      )}
      {!locked && <p className="unit attendance-keys">{t("attendance.keys")}</p>}
    </section>
  );
}
