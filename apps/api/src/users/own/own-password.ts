import type { ownPasswordCalls } from "@jipei/contract/users/own-password.ts";
import { isPasswordCorrect, limitPasswordTries } from "../../auth/auth.queries.ts";
import { type Route, reads, writesPrepared } from "../../core/http/implement.ts";
import { decryptPassword, nextPassword } from "../../core/security/password.ts";
import { changePassword } from "../user/account.password.ts";

/** The same answers for every audience that checks and changes its own password. */
export const ownPasswordRoutes = (calls: ReturnType<typeof ownPasswordCalls>): Route[] => [
  reads(calls.validPasswords, async (db, actor, { password }, app) => {
    await limitPasswordTries(app, actor);
    return isPasswordCorrect(db, actor.userId, decryptPassword(app.keys, password, "password"));
  }),
  writesPrepared(calls.changePasswords, limitPasswordTries, async (tx, actor, { oldPassword, password }, app) => {
    const old = decryptPassword(app.keys, oldPassword, "oldPassword");
    const chosen = decryptPassword(app.keys, password, "password");
    await changePassword(tx, app, actor, actor.userId, old, chosen, { ...nextPassword, name: "password" });
  }),
];
