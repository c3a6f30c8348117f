import type { Route } from "../core/implement.ts";

type Writing = Extract<Route, { kind: "writes" }>;
const writing = new Map<string, Writing>();

/** Lets what a call would change be previewed (rights-preview.ts); calls that only read are none of them. */
export function previewable(route: Route): Route {
  if (route.kind === "writes") writing.set(route.call.name, route);
  return route;
}

/** The route of a call that can be previewed; undefined for any other. */
export const previewableRoute = (callName: string): Writing | undefined => writing.get(callName);
