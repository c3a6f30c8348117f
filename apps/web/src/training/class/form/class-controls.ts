import type { TrainingClass } from "@jipei/contract/training/training-class.ts";
import type { Control } from "../../../core/form/field-control.tsx";
import type { ByField } from "../../../core/form/fields.ts";
import { ClassHeadTeacher, ClassPlan } from "./class-fill.tsx";
import { ClassCourse, ClassHours } from "./class-hours-control.tsx";
import { ClassNameControl } from "./class-name-control.tsx";

/** Controls of the form of a class that need more than the kind of a field says. */
export const classControls = {
  orgPlanId: ClassPlan,
  orgCourseId: ClassCourse,
  headTeacherId: ClassHeadTeacher,
  className: ClassNameControl,
  totalHours: ClassHours,
} satisfies ByField<typeof TrainingClass, Control>;
