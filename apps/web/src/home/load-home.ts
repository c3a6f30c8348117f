import type { ComponentType } from "react";
import type { HomeView } from "./home-view.ts";

/** The home page of each kind of user, a chunk of its own. */
export const loadHome: Record<HomeView, () => Promise<{ default: ComponentType }>> = {
  bureau: () => import("./bureau/bureau-home.tsx"),
  institution: () => import("./institution-home.tsx"),
  enterprise: () => import("./enterprise-home.tsx"),
  student: () => import("./student/student-home.tsx"),
  assessor: () => import("./assessor-home.tsx"),
};
