import { lazy } from "react";
import type { ComponentType } from "react";
import { useSession } from "../core/session.ts";
import { homeViewOf } from "./home-view.ts";
import type { HomeView } from "./home-view.ts";
import { loadHome } from "./load-home.ts";

const views: Record<HomeView, ComponentType> = {
  bureau: lazy(loadHome.bureau),
  institution: lazy(loadHome.institution),
  enterprise: lazy(loadHome.enterprise),
  student: lazy(loadHome.student),
  assessor: lazy(loadHome.assessor),
};

/** /wel/index: the home page of whoever is signed in. */
export default function HomePage() {
  const { info } = useSession();
  if (!info) return null;
  const View = views[homeViewOf(info)];
  return <View />;
}
