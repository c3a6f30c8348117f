import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/ass/question": () => import("./question.page.tsx"),
};
