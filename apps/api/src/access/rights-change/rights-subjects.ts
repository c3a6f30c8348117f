import type { RightsSubject } from "@jipei/contract/access/rights-change.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import { parameterOptions } from "../../settings/settings.queries.ts";
import { menuOptions } from "../menus/menu.routes.ts";
import { roleOptions } from "../roles/role.routes.ts";
import { apiScopeOptions } from "../scopes/api-scope.routes.ts";
import { dataScopeOptions } from "../scopes/data-scope.routes.ts";

/**
 * The CRUD options of the entities that decide about rights. Which entity it is is known at run time only, so callers must pass rows of the entity that
 * they looked up.
 */
export const subjects = {
  Role: roleOptions,
  Menu: menuOptions,
  DataScope: dataScopeOptions,
  ApiScope: apiScopeOptions,
  Parameter: parameterOptions,
} satisfies Record<RightsSubject, unknown> as unknown as Readonly<Record<RightsSubject, CrudOptions>>;
