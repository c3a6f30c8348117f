import type { Actor } from "../core/actor.ts";
import type { Db } from "../core/db.ts";
import { worded } from "../core/refusal.ts";
import { giverOf } from "./reach.ts";

/**
 * Rights and security parameters decide about everybody, so only a system administrator changes them, and none who merely stands in for one: what he
 * changes would outlast the loan. @throws ROLE_DENIED
 */
export async function mustGovernRights(db: Db, actor: Actor): Promise<void> {
  if ((await giverOf(db, actor)).sysAdmin !== "for good")
    throw worded("ROLE_DENIED", [
      "权限和安全参数只能由系统管理员变更，代理人不能变更",
      "Rights and security parameters are changed by system administrators only, not by who stands in for one",
    ]);
}
