import type { Pages } from "../../core/page/registry.ts";

export const pages: Pages = {
  "/ent/class": () => import("./my-staff-classes.page.tsx"),
  "/ent/student": () => import("./my-staff.page.tsx"),
  "/enterprise/class": () => import("./staff-classes.page.tsx"),
  "/enterprise/class/:id": { load: () => import("./staff-class.page.tsx"), zh: "企业班级", en: "Enterprise class" },
};
