import type { Pages } from "../core/page/registry.ts";

const project = () => import("./training-project.page.tsx");
const report = () => import("./work-report.page.tsx");
const base = () => import("./training-base.page.tsx");
const skill = () => import("./skill-training.page.tsx");
const startup = () => import("./startup-training.page.tsx");
const safety = () => import("./safety-training.page.tsx");
const highSkill = () => import("./high-skill-training.page.tsx");
const preJob = () => import("./pre-job-training.page.tsx");

/** Each kind has one page: of the bureau, of institutions, and, where they report it, of enterprises. */
export const pages: Pages = {
  "/work/progress": () => import("./progress.page.tsx"),
  "/work/train_project": project,
  "/work/train_work": report,
  "/work/train_based": base,
  "/work/train_zyjn": skill,
  "/work/train_entrepreneurship": startup,
  "/work/train_safe": safety,
  "/work/train_excellent": highSkill,
  "/work/train_gqpx": preJob,
  "/my/work/train_project": project,
  "/my/work/train_work": report,
  "/my/work/train_based": base,
  "/my/work/train_zyjn": skill,
  "/my/work/train_entrepreneurship": startup,
  "/my/work/train_safe": safety,
  "/my/work/train_excellent": highSkill,
  "/my/work/train_gqpx": preJob,
  "/ent/work/train_work": report,
  "/ent/work/train_based": base,
  "/ent/work/train_zyjn": skill,
  "/ent/work/train_safe": safety,
  "/ent/work/train_excellent": highSkill,
  "/ent/work/train_gqpx": preJob,
};
