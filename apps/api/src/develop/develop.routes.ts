import type { Domain } from "../core/http/implement.ts";
import { codeRoutes } from "./code.routes.ts";
import { answers } from "../core/foundation/ports.ts";
import { lockDatasource } from "../tenants/tenants.queries.ts";
import { datasourceRoutes, lockDatasourceRow } from "./datasource.routes.ts";

export const develop: Domain = {
  name: "develop",
  holds: [answers(lockDatasource, lockDatasourceRow)],
  routes: [...datasourceRoutes, ...codeRoutes],
  constraints: { datasource_name: "DUPLICATE", datasource_built_in: "DATASOURCE_BUILTIN", code_names: "DUPLICATE" },
};
