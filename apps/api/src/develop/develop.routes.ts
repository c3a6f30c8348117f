import type { Domain } from "../core/implement.ts";
import { codeRoutes } from "./code.routes.ts";
import { datasourceRoutes } from "./datasource.routes.ts";

export const develop: Domain = {
  name: "develop",
  routes: [...datasourceRoutes, ...codeRoutes],
  constraints: { datasource_name: "DUPLICATE", datasource_built_in: "DATASOURCE_BUILTIN", code_names: "DUPLICATE" },
};
