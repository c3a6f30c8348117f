import type { Pages } from "../core/page/registry.ts";

const evaluations = () => import("./evaluations.page.tsx");
const employment = () => import("./employment.page.tsx");

export const pages: Pages = {
  "/class/evaluation": evaluations,
  "/my/class/evaluation": evaluations,
  "/stu/evaluation": () => import("./own-evaluations.page.tsx"),
  "/class/employment": employment,
  "/my/class/employment": employment,
  "/stu/employment": employment,
};
