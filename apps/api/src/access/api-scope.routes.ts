import { ApiScope, apiScopeCalls, coversPath } from "@jipei/contract/access/api-scope.ts";
import { type CrudOptions, crudRoutes } from "../core/crud.ts";
import { refuseTwin } from "../core/references.ts";
import { invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { everything } from "../core/sql.ts";
import { mustRunTheHouse } from "../core/house.ts";
import { refuseGranted } from "./access.queries.ts";
import { governing } from "./rights-change.ts";
import { previewable } from "./previewable.ts";

/** More could make the comparison with a path run long. */
const mostWildcards = 4;

const options: CrudOptions = governing({
  entity: ApiScope,
  resource: "api_scope",
  audited: true,
  scope: () => everything,
  async beforeSave(tx, actor, merged, old, app) {
    mustRunTheHouse(actor);
    await refuseTwin(tx, ApiScope, old?.["id"], { resourceCode: merged["resourceCode"] });
    checkPath(merged["scopePath"], app);
    return {};
  },
  async beforeRemove(tx, actor, rows) {
    mustRunTheHouse(actor);
    await refuseGranted(tx, "api", rows);
  },
});

/** A path that guards nothing would be a guard in name only. @throws FIELD_INVALID */
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

export const apiScopeRoutes = crudRoutes(apiScopeCalls, options).map(previewable);
