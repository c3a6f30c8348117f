import { findClosedChoices } from "./closed-choices.ts";
import { getPageSize } from "./page-size.ts";
import { serialRuleRows } from "./serial-rule.routes.ts";
import type { Domain } from "../core/http/implement.ts";
import { dictionaryServiceRoutes } from "./dictionary-service.routes.ts";
import { dictionaryImporters, dictionaryRoutes } from "./dictionary.routes.ts";
import { regionImporter, regionRoutes } from "./region.routes.ts";
import { serialRuleRoutes } from "./serial-rule.routes.ts";

export const settings: Domain = {
  name: "settings",
  provides: { findClosedChoices, getPageSize },
  owners: [serialRuleRows],
  importers: [...dictionaryImporters, regionImporter],
  routes: [...dictionaryRoutes, ...dictionaryServiceRoutes, ...regionRoutes, ...serialRuleRoutes],
};
