import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { isSecurityParameter } from "@jipei/contract/settings/parameters.ts";
import { crudRoutes } from "../../core/entity/crud.ts";
import { parameterOptions } from "../../settings/settings.queries.ts";
import { rightsControlled } from "./rights-change.ts";

/** Some parameters decide about rights and security, so the routes of parameters are here, with the checks of changes of rights added. */
export const parameterRoutes = crudRoutes(
  parameterCalls,
  rightsControlled(parameterOptions, ({ paramKey = "" }) => isSecurityParameter(paramKey)),
);
