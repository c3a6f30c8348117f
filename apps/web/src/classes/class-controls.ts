import { ClassNameControl } from './class-name-control.tsx'
import { OfferedCourse } from './course-control.tsx'

/** Controls of the form of a class that need more than a field's kind tells. */
export const classControls = { orgCourseId: OfferedCourse, className: ClassNameControl }
