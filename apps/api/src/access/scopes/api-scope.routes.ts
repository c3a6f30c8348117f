import { exporter } from "../../core/excel/export.ts";
import { ApiScope, apiScopeCalls, coversPath } from "@jipei/contract/access/api-scope.ts";
import { type CrudOptions, crudRoutes } from "../../core/entity/crud.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import { invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { everything } from "../../core/database/sql.ts";
import { assertTenantOwner } from "../../core/access/tenant-owner.ts";
import { refuseGranted } from "../access.queries.ts";
import { rightsControlled } from "../rights-change/rights-change.ts";

/** More wildcards could make matching a path slow. */
const mostWildcards = 4;

export const apiScopeOptions: CrudOptions<typeof ApiScope> = {
  entity: ApiScope,
  resource: "api_scope",
  audited: true,
  scope: () => everything,
  async beforeSave(tx, actor, merged, old, app) {
    assertTenantOwner(actor);
    await refuseDuplicate(tx, ApiScope, old?.id, { resourceCode: merged.resourceCode });
    checkPath(merged.scopePath, app);
  },
  async beforeRemove(tx, actor, rows) {
    assertTenantOwner(actor);
    await refuseGranted(tx, "api", rows);
  },
};

/** The path must match at least one call. @throws FIELD_INVALID */
function checkPath(path: string, { calls }: Services): void {
  const { zh, en } = ApiScope.fields.scopePath;
  if (!/^\/api\/[\w\-./*?]+$/.test(path))
    throw invalidField(
      "scopePath",
      zh,
      en,
      "须以/api/开头，可用?、*和**",
      "must begin with /api/; ?, * and ** may be used",
    );
  if ((path.match(/\*+/g) ?? []).length > mostWildcards)
    throw invalidField("scopePath", zh, en, `最多${mostWildcards}个通配符`, `at most ${mostWildcards} wildcards`);
  if (!calls.some((call) => coversPath(path, call.path)))
    throw invalidField("scopePath", zh, en, "没有匹配的接口", "covers no call");
}

export const apiScopeRoutes = [
  exporter(ApiScope, apiScopeCalls.export, apiScopeOptions),
  ...crudRoutes(apiScopeCalls, rightsControlled(apiScopeOptions)),
];
