import { Course, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { refSource } from "../core/form/ref-source.ts";

/** Courses of the catalogue, to choose the one whose bank is meant. */
export const courses = refSource({
  entity: Course,
  list: courseCalls.list,
  detail: courseCalls.detail,
  note: "courseNo",
});
