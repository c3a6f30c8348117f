import type { ownPasswordCalls } from "@jipei/contract/users/own-password.ts";
import {
  isPasswordCorrect,
  limitPasswordTries,
  takeShownPassword,
  writeShownPassword,
} from "../../auth/auth.queries.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { invalidField } from "../../core/foundation/refusal.ts";
import { type Route, writesPrepared } from "../../core/http/implement.ts";
import { decryptPassword, nextPassword } from "../../core/security/password.ts";
import { changePassword } from "../user/account.password.ts";

/** The same answers for every audience that checks and changes its own password. */
export const ownPasswordRoutes = (calls: ReturnType<typeof ownPasswordCalls>): Route[] => [
  writesPrepared(calls.validPasswords, limitPasswordTries, async (tx, actor, { password }, app) => {
    const right = await isPasswordCorrect(tx, actor.userId, decryptPassword(app.keys, password, "password"));
    if (right) await writeShownPassword(tx, actor);
    return right;
  }),
  writesPrepared(calls.changePasswords, limitPasswordTries, async (tx, actor, { oldPassword, password }, app) => {
    const old = oldPassword ? decryptPassword(app.keys, oldPassword, "oldPassword") : null;
    if (old === null) await assertPasswordShown(tx, actor);
    const chosen = decryptPassword(app.keys, password, "password");
    await changePassword(tx, app, actor, actor.userId, old, chosen, { ...nextPassword, name: "password" });
  }),
];

/** Clients of the family check the old password by a call of its own, and send the new one alone. @throws FIELD_INVALID */
async function assertPasswordShown(tx: Tx, actor: Actor): Promise<void> {
  if (!(await takeShownPassword(tx, actor)))
    throw invalidField("oldPassword", "原密码", "Old password", "请填写原密码", "required");
}
