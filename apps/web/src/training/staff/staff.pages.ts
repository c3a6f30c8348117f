import type { Pages } from "../../core/page/registry.ts";

const staff = () => import("./all-staff.page.tsx");

export const pages: Pages = {
  "/ent/class": () => import("./my-staff-classes.page.tsx"),
  "/ent/student": staff,
  "/enterprise/student": staff,
  "/enterprise/class": () => import("./staff-classes.page.tsx"),
  "/enterprise/class/:id": { load: () => import("./staff-class.page.tsx"), zh: "企业班级", en: "Enterprise class" },
};
