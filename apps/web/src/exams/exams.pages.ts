import type { Pages } from "../core/page/registry.ts";

const exams = () => import("./exam/exams.page.tsx");
const paper = () => import("./paper/marked-paper.page.tsx");

export const pages: Pages = {
  "/ass/question": () => import("./question.page.tsx"),
  "/ass/exam": exams,
  "/exam/index": exams,
  "/my/exam": () => import("./exam/own-practice.page.tsx"),
  "/exam/room/:id": { load: () => import("./room/room.page.tsx"), zh: "监考", en: "Invigilation" },
  "/exam/analysis/:id": { load: () => import("./analysis/analysis.page.tsx"), zh: "考试分析", en: "Analysis" },
  "/exam/results": { load: () => import("./analysis/results.page.tsx"), zh: "成绩汇总", en: "Results of exams" },
  "/exam/paper/:id": { load: paper, zh: "答卷", en: "Paper" },
  "/stu/exam": () => import("./own/own-exams.page.tsx"),
  "/stu/exam/:id": { load: () => import("./sitting/sitting.page.tsx"), zh: "考试", en: "Exam" },
  "/stu/exam/paper/:id": { load: paper, zh: "答卷", en: "Paper" },
};
