import { extQueryRows } from "./ext-query.routes.ts";
import type { Domain } from "../core/http/implement.ts";
import { extQueryRoutes } from "./ext-query.routes.ts";

export const externalData: Domain = {
  name: "external-data",
  owners: [extQueryRows],
  routes: extQueryRoutes,
};
