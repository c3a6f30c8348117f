import { entity } from "@jipei/contract/core/entity.ts";
import { lessonType } from "@jipei/contract/core/fields/codes.ts";
import { code, date, int, text, time } from "@jipei/contract/core/fields/field.ts";
import {
  type Schedule,
  type WholeEnterpriseClass,
  enterpriseClassCalls as calls,
} from "@jipei/contract/training/enterprise-class.calls.ts";
import { useIsFetching } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { RowActions, removeAction } from "../../core/crud/row-actions.tsx";
import { FormDialog } from "../../core/dialog/form-dialog.tsx";
import type { FormValues } from "../../core/form/fields.ts";
import { addDays, formatDate, getWeekday } from "../../core/format/dates.ts";
import { formatHours } from "../../core/format/numbers.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useRemove } from "../../core/moves/use-remove.tsx";
import { can, useSession } from "../../core/session/session.ts";
import { Empty } from "../../core/ui/states.tsx";
import { apprenticeship } from "@jipei/contract/training/enterprise-class.ts";
import { MonthlyProgress } from "./monthly-progress.tsx";
import { isDraft } from "./staff-class-form.ts";
import "./staff.css";

/** The form of a lesson. A new one may stand on several working days. */
const LessonForm = entity(
  "EnterpriseLesson",
  "课次",
  "Lesson",
  {
    date: date("上课日期", "Date", "required"),
    days: int("连续工作日数", "Working days in a row", "required", { min: 1, max: 60 }),
    start: time("开始时间", "From", "required"),
    end: time("结束时间", "To", "required"),
    lessonType: code(lessonType, "课型", "Type", "required"),
    teacher: text(50, "授课教师", "Teacher", "required", { person: true }),
    content: text(200, "授课内容", "Content", "required"),
    onlineUrl: text(300, "线上地址", "Web address", "optional", { format: "url" }),
    changeReason: text(200, "调课原因", "Reason for the change", "required"),
  },
  { title: "content" },
);
const fields = ["date", "start", "end", "lessonType", "teacher", "content", "onlineUrl"] as const;
/** Asked only of online lessons. */
const when = { onlineUrl: ({ lessonType: type }: FormValues<typeof LessonForm>) => type === "3" };

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Tells a lesson of a class from the others. */
const keyOf = (lesson: Schedule): string => lesson.scheduleId ?? `${lesson.date} ${lesson.start}`;

/** A lesson on its day and on the working days after it. */
function repeated(lesson: Schedule, days: number): Schedule[] {
  const made = [lesson];
  for (let day = addDays(lesson.date, 1); made.length < days; day = addDays(day, 1))
    if (!isWeekend(day)) made.push({ ...lesson, date: day });
  return made;
}

/** A lesson whose teacher is on record, by an id that no field shows, is taught by whoever else is named instead. @param before what the form began with */
const withTeacher = (lesson: Schedule, before: Schedule | undefined): Schedule =>
  lesson.teacher === before?.teacher ? lesson : { ...lesson, teacherId: null };

interface Props {
  row: WholeEnterpriseClass;
  reload: () => void;
}

/** The timetable of a class of an enterprise: changed as a whole while the class is a draft, lesson by lesson with a reason once it is approved. */
export function StaffSchedules({ row, reload }: Props) {
  const label = useLabel();
  const session = useSession();
  const [editing, setEditing] = useState<Schedule | "new" | null>(null);
  // A new lesson follows the last one, which may just have been saved and not be here yet.
  const isRead = useIsFetching({ queryKey: [calls.detail.path, { id: row.id }] }) === 0;
  const { id, version, schedules } = row;
  const own = can("enterprise_class_edit", session) && can("enterprise_class_add", session);
  const mayEdit = own && isDraft(row);
  const mayMove = own && row.confirmStatus === "Confirm";
  const close = () => setEditing(null);
  const edited = editing === "new" ? null : editing;
  const draftOf = edited ? `${id} ${keyOf(edited)}` : undefined;
  const without = (lesson: Schedule) => schedules.filter((one) => one !== lesson);
  const removal = useRemove(
    mayEdit ? calls.save : undefined,
    (lesson: Schedule) => `${formatDate(lesson.date)} ${lesson.start} ${lesson.content}`,
    reload,
    (lessons) => ({ id, version, schedules: schedules.filter((one) => !lessons.includes(one)) }),
  );
  const last = schedules.at(-1);
  const initial = last
    ? { ...last, date: addDays(last.date, 1), days: 1 }
    : { date: row.startDate, days: 1, lessonType: "1" as const, teacher: row.teacherNames };
  return (
    <>
      {mayEdit && (
        <Button disabled={!isRead} onClick={() => setEditing("new")}>
          {label(["排课", "Plan lessons"])}
        </Button>
      )}
      {row.trainKind === apprenticeship && schedules.length > 0 && <MonthlyProgress schedules={schedules} />}
      {schedules.length === 0 ? (
        <Empty text={label(["还没有课程安排", "No lessons yet"])} />
      ) : (
        <ScheduleTable
          schedules={schedules}
          onEdit={mayEdit || mayMove ? setEditing : undefined}
          onRemove={mayEdit ? (lesson) => removal.ask([lesson]) : undefined}
        />
      )}
      {removal.dialogs}
      <FormDialog
        open={mayMove && editing !== null}
        entity={LessonForm}
        sections={[{ fields: [...fields, "changeReason"] }]}
        row={edited}
        draftOf={draftOf}
        when={when}
        submit={calls.moveLesson}
        inputOf={(input) => ({ ...input, id: undefined, scheduleId: edited?.scheduleId ?? "" })}
        onDone={reload}
        onClose={close}
      />
      <FormDialog
        open={mayEdit && editing !== null}
        entity={LessonForm}
        sections={[{ fields: editing === "new" ? [...fields, "days"] : fields }]}
        row={edited}
        draftOf={draftOf}
        initial={initial}
        when={when}
        submit={calls.save}
        inputOf={(_input, { days, ...values }) => {
          const lesson = withTeacher(values as Schedule, edited ?? last);
          const others = editing === "new" || editing === null ? schedules : without(editing);
          return { id, version, schedules: [...others, ...repeated(lesson, days ?? 1)] };
        }}
        onReload={reload}
        onDone={reload}
        onClose={close}
      />
    </>
  );
}

interface TableProps {
  schedules: readonly Schedule[];
  onEdit?: (lesson: Schedule) => void;
  onRemove?: (lesson: Schedule) => void;
}

function ScheduleTable({ schedules, onEdit, onRemove }: TableProps) {
  const core = useCoreTexts();
  const label = useLabel();
  const codeText = useCodeText();
  const heads = [
    ["上课日期", "Date"],
    ["时间", "Time"],
    ["课时", "Hours"],
    ["课型", "Type"],
    ["授课内容", "Content"],
    ["授课教师", "Teacher"],
  ] as const;
  return (
    <table className="staff-lessons">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head[1]} scope="col">
              {label(head)}
            </th>
          ))}
          {onEdit && <th scope="col">{label(["操作", "Actions"])}</th>}
        </tr>
      </thead>
      <tbody>
        {schedules.map((lesson) => (
          <tr key={keyOf(lesson)}>
            <td>{`${formatDate(lesson.date)} ${getWeekday(lesson.date)}`}</td>
            <td className="numeric">{`${lesson.start}–${lesson.end}`}</td>
            <td className="numeric">{formatHours(lesson.hours ?? 0)}</td>
            <td>{codeText(lessonType, lesson.lessonType ?? "1")}</td>
            <td>{lesson.content}</td>
            <td>{lesson.teacher}</td>
            {onEdit && (
              <td>
                <RowActions
                  of={`${formatDate(lesson.date)} ${lesson.start}`}
                  actions={[
                    ...(lesson.isHeld === "1"
                      ? []
                      : [{ key: "edit", label: core("list.edit"), run: () => onEdit(lesson) }]),
                    ...(onRemove ? [removeAction(core, () => onRemove(lesson))] : []),
                  ]}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
