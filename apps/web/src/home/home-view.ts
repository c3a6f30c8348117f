import { sharedUser } from "@jipei/contract/auth/auth.ts";
import type { SessionInfo } from "@jipei/contract/auth/auth.ts";
import { getAudience } from "../core/session/session.ts";

export type HomeView = "bureau" | "institution" | "enterprise" | "student" | "assessor";

/** Which home page a user gets: shared users by their id, everybody else by their main role. */
export function getHomeView(info: SessionInfo): HomeView {
  if (info.userId === sharedUser.institution || info.loginType === "1") return "institution";
  if (info.userId === sharedUser.student || info.loginType === "2") return "student";
  const audience = getAudience(info);
  if (audience !== "person") return audience;
  return info.authority.includes("assessor") ? "assessor" : "student";
}
