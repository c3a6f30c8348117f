import type { Pages } from "../core/page/registry.ts";

const own = () => import("./own-competitions.page.tsx");

export const pages: Pages = {
  "/competition/notice": () => import("./competitions.page.tsx"),
  "/competition/register": () => import("./registrations.page.tsx"),
  "/competition/record": () => import("./results.page.tsx"),
  "/ass/competition": () => import("./judging.page.tsx"),
  "/my/competition": own,
  "/ent/competition": own,
  "/stu/competition": own,
};
