import type { Audience } from "../core/audience.ts";
import { call } from "../core/call.ts";
import { text } from "../core/fields/field.ts";
import { flag, none, record } from "../core/fields/shape.ts";

const password = (zh: string, en: string) => text(1000, zh, en, "required");

/** The two calls by which somebody checks and changes their own password; each audience has them under a path of its own, and they answer alike. */
export const ownPasswordCalls = (entity: string, path: string, audience: Audience) => ({
  /** Whether it is one's password; wrong is no error. */
  validPasswords: call({
    name: `${entity}.validPasswords`,
    method: "POST",
    path: `${path}/validPasswords`,
    zh: "校验本人密码",
    en: "Check one's own password",
    access: "signedIn",
    beforePassword: true,
    audience: [audience],
    input: record({ password: password("密码", "Password") }),
    output: flag("密码正确", "Whether the password is right"),
  }),
  changePasswords: call({
    name: `${entity}.changePasswords`,
    method: "POST",
    path: `${path}/changePasswords`,
    zh: "修改本人密码",
    en: "Change one's own password",
    access: "signedIn",
    beforePassword: true,
    audience: [audience],
    input: record({
      /** May be left out in the minutes after `validPasswords` found it right in the same session. */
      oldPassword: text(1000, "原密码", "Old password", "optional"),
      password: password("新密码", "New password"),
    }),
    output: none,
  }),
});
