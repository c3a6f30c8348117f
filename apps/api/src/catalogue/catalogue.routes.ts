import type { Domain } from "../core/http/implement.ts";
import { catalogueExports } from "./catalogue.exports.ts";
import { courseSubsidyFileRoutes } from "./course-subsidy-file.routes.ts";
import { courseRoutes } from "./course.routes.ts";
import { declareConditionRoutes } from "./declare-condition.routes.ts";
import { subsidyStandardRoutes } from "./subsidy-standard.routes.ts";

export const catalogue: Domain = {
  name: "catalogue",
  routes: [
    ...courseRoutes,
    ...courseSubsidyFileRoutes,
    ...declareConditionRoutes,
    ...subsidyStandardRoutes,
    ...catalogueExports.map(({ route }) => route),
  ],
  workers: catalogueExports.map(({ worker }) => worker),
};
