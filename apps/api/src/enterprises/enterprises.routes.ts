import type { Domain } from "../core/http/implement.ts";
import { enterpriseDerived } from "./enterprise-figures.ts";
import { enterpriseOptions } from "./enterprise-total.ts";
import { enterpriseTotalRoutes } from "./enterprise-total.routes.ts";
import { enterprisesExports } from "./enterprises.exports.ts";

/** What enterprises say of themselves once a year, and the units by which they train, claim and are paid. */
export const enterprises: Domain = {
  name: "enterprises",
  owners: [enterpriseOptions],
  derived: [...enterpriseDerived],
  routes: [...enterpriseTotalRoutes, ...enterprisesExports],
  constraints: {
    organisation_department: "DUPLICATE",
    enterprise_total_year: "DUPLICATE",
    enterprise_total_code: "DUPLICATE",
  },
};
