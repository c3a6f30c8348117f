import type { Pages } from "../core/page/registry.ts";

const jsyx = () => import("./jsyx.page.tsx");

export const pages: Pages = {
  "/talent/technician": () => import("./technicians.page.tsx"),
  "/ent/technician": () => import("./my-technicians.page.tsx"),
  "/talent/jsyx": jsyx,
  "/ent/jsyx": jsyx,
  "/my/jsyx": jsyx,
  "/stu/talent": () => import("./own-talent.page.tsx"),
};
