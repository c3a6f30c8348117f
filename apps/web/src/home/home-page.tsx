import { lazy } from "react";
import type { ComponentType } from "react";
import { useSession } from "../core/session/session.ts";
import { getHomeView } from "./home-view.ts";
import type { HomeView } from "./home-view.ts";
import { loadHome } from "./load-home.ts";

const views: Record<HomeView, ComponentType> = {
  bureau: lazy(loadHome.bureau),
  institution: lazy(loadHome.institution),
  enterprise: lazy(loadHome.enterprise),
  student: lazy(loadHome.student),
  assessor: lazy(loadHome.assessor),
};

/** /wel/index: the home page of the signed-in user. */
export default function HomePage() {
  const { info } = useSession();
  if (!info) return null;
  const View = views[getHomeView(info)];
  return <View />;
}
