import type { Actor } from "../../core/foundation/actor.ts";
import type { Db } from "../../core/database/db.ts";
import { worded } from "../../core/foundation/refusal.ts";
import { getGrantor } from "../grants/reach.ts";

/**
 * Rights and security parameters affect everybody, so only permanent system administrators change them. Deputies may not: their changes would outlast the
 * loan. @throws ROLE_DENIED
 */
export async function assertGovernsRights(db: Db, actor: Actor): Promise<void> {
  if ((await getGrantor(db, actor)).sysAdmin !== "for good")
    throw worded("ROLE_DENIED", [
      "权限和安全参数只能由系统管理员变更，代理人不能变更",
      "Rights and security parameters can only be changed by system administrators, not by a stand-in",
    ]);
}
