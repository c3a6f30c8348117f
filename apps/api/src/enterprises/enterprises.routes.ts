import type { Domain } from "../core/http/implement.ts";
import { enterpriseDerived } from "./enterprise-figures.ts";
import { enterpriseOptions } from "./enterprise-total.ts";
import { enterpriseTotalRoutes } from "./enterprise-total.routes.ts";
import { injuryExport, injuryImporter, injuryOptions } from "./injuries/injury-record.ts";
import { injuryRoutes } from "./injuries/injury.routes.ts";
import { enterprisesExports } from "./enterprises.exports.ts";

/** What enterprises say of themselves once a year, the injuries that they report, and the units by which they train, claim and are paid. */
export const enterprises: Domain = {
  name: "enterprises",
  owners: [enterpriseOptions, injuryOptions],
  derived: [...enterpriseDerived],
  routes: [...enterpriseTotalRoutes, ...injuryRoutes, ...enterprisesExports, injuryExport],
  importers: [injuryImporter],
  constraints: {
    organisation_department: "DUPLICATE",
    enterprise_total_year: "DUPLICATE",
    enterprise_total_code: "DUPLICATE",
    injury_record_once: "DUPLICATE",
  },
};
