import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import { invalidField } from "../../core/foundation/refusal.ts";

/** Saves what a user has on a platform, a JSON object as text. @throws FIELD_INVALID */
export async function savePlatform(
  tx: Tx,
  actor: Actor,
  userId: string,
  userType: string,
  userExt: string,
): Promise<void> {
  const { rows } =
    await sql`insert into user_platform as p (user_id, user_type, user_ext) values (${userId}, ${userType}, ${JSON.stringify(getObject(userExt))}::jsonb)
    on conflict (user_id, user_type) do update set user_ext = excluded.user_ext, update_time = now() where p.user_ext <> excluded.user_ext
    returning 1`.execute(tx);
  if (rows.length > 0)
    await writeAudit(tx, actor, [{ bizType: "User", bizId: userId, action: "updatePlatform", after: { userType } }]);
}

/** @throws FIELD_INVALID unless the text is a JSON object */
function getObject(text: string): object {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Refused below, like any other text that is not an object.
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || text.includes("\\u0000"))
    throw invalidField("userExt", "平台扩展", "Platform data", "须为JSON对象", "must be a JSON object");
  return value;
}
