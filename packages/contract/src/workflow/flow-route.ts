import { text } from "../core/fields/field.ts";

/** Pages of a process lie below it: `/form/…`, `/handle/…`, `/detail/…`. @param routeKey key of its definition */
export const flowRoute = (routeKey: string): `/work/process/${string}` => `/work/process/${routeKey}`;

/** The fields by which clients find the pages of a process. */
export const routeFields = {
  routeKey: text(60, "流程路由键", "Route key", "computed", { derived: true }),
  routeValue: text(200, "流程路由值", "Route", "computed", { derived: true }),
};
