import type { Domain } from "../core/implement.ts";
import { dictionaryServiceRoutes } from "./dictionary-service.routes.ts";
import { dictionaryRoutes } from "./dictionary.routes.ts";
import { parameterRoutes } from "./parameter.routes.ts";
import { regionRoutes } from "./region.routes.ts";
import { serialRuleRoutes } from "./serial-rule.routes.ts";

export const settings: Domain = {
  name: "settings",
  routes: [...parameterRoutes, ...dictionaryRoutes, ...dictionaryServiceRoutes, ...regionRoutes, ...serialRuleRoutes],
};
