import type { Domain } from "../core/http/implement.ts";
import { classAndInvestigate } from "./enterprise-classes.ts";
import {
  inspectedPersonRows,
  investigationDerived,
  investigationRoutes,
  investigationRows,
} from "./investigation.routes.ts";

export const inspection: Domain = {
  name: "inspection",
  owners: [investigationRows, inspectedPersonRows],
  derived: investigationDerived,
  routes: [...investigationRoutes, classAndInvestigate],
  constraints: {
    investigation_once: "DUPLICATE",
    investigation_open: "DUPLICATE",
    investigation_two_persons: "SELF_REVIEW",
    investigation_stays: "STATE_ILLEGAL",
    inspected_person_drawn: "STATE_ILLEGAL",
  },
};
