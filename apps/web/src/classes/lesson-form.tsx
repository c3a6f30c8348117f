import { Lesson as LessonEntity, lessonCalls } from "@jipei/contract/classes/lesson.ts";
import { lazy, Suspense } from "react";
import type { Values } from "../core/form-values.ts";
import { LessonClashes } from "./lesson-clashes.tsx";
import { lessonRefs } from "./sources.ts";
import { useTexts } from "./texts.ts";
import type { Lesson, Mode } from "./timetable-calls.ts";

const FormDialog = lazy(() => import("../core/form-dialog.tsx").then(({ FormDialog }) => ({ default: FormDialog })));

/** A move after confirmation says why. */
const Moved = {
  ...LessonEntity,
  fields: { ...LessonEntity.fields, changeReason: { ...LessonEntity.fields.changeReason, need: "required" } },
} as unknown as typeof LessonEntity;
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
const online = (values: Values) => values["lessonType"] === "3";

interface Props {
  classId: string;
  lesson: Lesson | null;
  /** Values of a new lesson: place, and what the last one had. */
  initial: Values;
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
