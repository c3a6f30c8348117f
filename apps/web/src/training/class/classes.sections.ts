import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import type { PageSections } from "../../core/page/page-sections.ts";

export const sections: PageSections<WholeClass> = {
  class: [
    {
      key: "overview",
      order: 10,
      zh: "概况",
      en: "Overview",
      permission: "train_class_view",
      load: () => import("./overview-section.tsx"),
    },
    {
      key: "timetable",
      order: 30,
      zh: "课程表",
      en: "Timetable",
      permission: "class_schedule_view",
      load: () => import("../timetable/timetable-section.tsx"),
      badge: () => import("../timetable/timetable-badge.tsx"),
    },
    {
      key: "attendance",
      order: 40,
      zh: "考勤",
      en: "Attendance",
      permission: "attendance_view",
      when: (row) => row.runState !== "draft",
      load: () => import("../attendance/attendance-section.tsx"),
    },
    {
      key: "files",
      order: 80,
      zh: "材料",
      en: "Files",
      permission: "train_class_view",
      load: () => import("./files-section.tsx"),
    },
    {
      key: "history",
      order: 90,
      zh: "办理记录",
      en: "History",
      permission: "train_class_view",
      load: () => import("./history-section.tsx"),
    },
  ],
};
