import { Form } from "antd";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import { type Lesson, useClashes } from "./timetable-calls.ts";
import "./week-grid.css";

/** Inside the form of a lesson: what stands in the way of what is typed so far, kept in sight beside the fields. */
export function LessonClashes({ classId, lesson }: { classId: string; lesson: Lesson | null }) {
  const t = useTexts();
  const label = useLabel();
  // Fields that are not asked for, like the room of an online lesson, are not watched and take no part.
  const typed = Form.useWatch([], Form.useFormInstance()) as object | undefined;
  const clashes = useClashes(classId, typed ? { ...typed, id: lesson?.id } : null, 250);
  return (
    <div className="lesson-clashes" role="status">
      {clashes.length > 0 && (
        <div className="issue-summary">
          <strong>{t("week.clashes")}</strong>
          <ul>
            {clashes.map(({ msg, msgEn }) => (
              <li key={msg}>{label([msg, msgEn])}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
