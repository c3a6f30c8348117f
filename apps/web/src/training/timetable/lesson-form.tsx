import { Lesson as LessonEntity, lessonCalls } from "@jipei/contract/training/lesson.ts";
import { Suspense } from "react";
import { type FormValues, demanding } from "../../core/form/fields.ts";
import { LessonClashes } from "./lesson-clashes.tsx";
import { lessonRefs } from "../sources.ts";
import { useTexts } from "../texts.ts";
import type { Lesson, Mode } from "./timetable-calls.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";

const FormDialog = lazyPart(() => import("../../core/dialog/form-dialog.tsx").then(({ FormDialog }) => FormDialog));

/** A move after confirmation says why. */
const Moved = demanding(LessonEntity, "changeReason");
const fields = [
  "lessonDate",
  "lessonType",
  "startTime",
  "endTime",
  "teacherId",
  "assistTeacherId",
  "classroomId",
  "onlineUrl",
  "content",
] as const;
type LessonValues = FormValues<typeof LessonEntity>;
const online = ({ lessonType }: LessonValues) => lessonType === "3";

interface Props {
  classId: string;
  lesson: Lesson | null;
  /** Values of a new lesson: place, and what the last one had. */
  initial: LessonValues;
  mode: Mode;
  onDone: () => void;
  /** Asks whether to remove it; left out where it may not be. */
  onRemove?: () => void;
  onClose: () => void;
}

/** The keyboard's way to do what dragging does, and the only way to say who teaches what. */
export function LessonForm({ classId, lesson, initial, mode, onDone, onRemove, onClose }: Props) {
  const t = useTexts();
  return (
    <Suspense fallback={null}>
      <FormDialog
        open
        title={lesson ? t("week.edit") : t("week.add")}
        entity={mode === "move" ? Moved : LessonEntity}
        sections={[{ fields: mode === "move" ? [...fields, "changeReason"] : fields }]}
        row={lesson && { ...lesson, ...(mode === "move" && { changeReason: null }) }}
        initial={initial}
        refs={lessonRefs}
        when={{ classroomId: (values) => !online(values), onlineUrl: online }}
        submit={lessonCalls.submit}
        inputOf={(input) => (lesson ? input : { ...input, classId })}
        onDone={onDone}
        onClose={onClose}
      >
        <LessonClashes classId={classId} lesson={lesson} />
        {onRemove && (
          <p>
            <button type="button" className="link-button danger" onClick={onRemove}>
              {t("week.remove")}
            </button>
          </p>
        )}
      </FormDialog>
    </Suspense>
  );
}
