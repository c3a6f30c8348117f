import { ClassCourse, ClassHours } from "./class-hours-control.tsx";
import { ClassNameControl } from "./class-name-control.tsx";

/** Controls of the form of a class that need more than a field's kind tells. */
export const classControls = { orgCourseId: ClassCourse, className: ClassNameControl, totalHours: ClassHours };
