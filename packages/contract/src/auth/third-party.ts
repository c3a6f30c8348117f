import { byId, call } from "../core/call.ts";
import { datetime, id, text } from "../core/fields/field.ts";
import { list, record, redirect } from "../core/fields/shape.ts";

const path = "/api/blade-auth/oauth";

const source = text(30, "标识", "Key", "required");
const named = {
  source,
  name: text(50, "名称", "Name", "required"),
  nameEn: text(50, "英文名称", "English name", "required"),
};

/** Where the browser goes to sign in with a provider. */
export const renderPath = (of: string): string => `${path}/render/${encodeURIComponent(of)}`;
/** Where the provider sends it back to. */
export const callbackPath = (of: string): string => `${path}/callback/${encodeURIComponent(of)}`;

/** Why a sign-in with a provider failed, for the page it leads back to. */
export type ThirdPartyError = "expired" | "denied" | "unreachable" | "failed" | "busy" | "off";

/** Providers in use, for the buttons of the login page. */
export const thirdParties = call({
  name: "ThirdParty.providers",
  method: "GET",
  path: `${path}/providers`,
  zh: "第三方登录方式",
  en: "Sign-in providers in use",
  access: "public",
  output: list(record(named)),
});

/** Leads the browser to the provider that the path names. */
export const thirdPartyRender = call({
  name: "ThirdParty.render",
  method: "GET",
  path: `${path}/render/:source`,
  zh: "前往第三方登录",
  en: "Go to a sign-in provider",
  access: "public",
  output: redirect,
});

/** Where the provider sends the browser back to; leads on to the login page or to personal info. */
export const thirdPartyCallback = call({
  name: "ThirdParty.callback",
  method: "GET",
  path: `${path}/callback/:source`,
  zh: "第三方登录返回",
  en: "Back from a sign-in provider",
  access: "public",
  input: record({
    code: text(4000, "授权码", "Authorization code", "optional", { writeOnly: true }),
    state: text(200, "状态", "State", "optional", { writeOnly: true }),
    iss: text(300, "签发者", "Issuer"),
    error: text(200, "错误", "Error"),
    error_description: text(2000, "错误说明", "What went wrong"),
  }),
  output: redirect,
});

/** Providers with which the caller may sign in, and what is linked to their account. */
export const ownIdentities = call({
  name: "ThirdParty.identities",
  method: "GET",
  path: `${path}/identities`,
  zh: "本人的第三方账号",
  en: "Own third-party accounts",
  access: "signedIn",
  output: list(
    record({
      ...named,
      /** Of the link; empty where there is none. */
      id: id("主键", "Id", "optional"),
      identityName: text(100, "第三方账号", "Third-party account"),
      linkTime: datetime("绑定时间", "Linked"),
      lastTime: datetime("最近登录", "Last sign-in"),
    }),
  ),
});

/** Begins to link an account at a provider to the caller's; the browser is to go where the answer says. */
export const linkIdentity = call({
  name: "ThirdParty.link",
  method: "POST",
  path: `${path}/link`,
  zh: "绑定第三方账号",
  en: "Link a third-party account",
  access: "signedIn",
  input: record({ source }),
  output: record({ url: text(4000, "地址", "Address", "required") }),
});

/** Links the account that the provider has authenticated, by the code of its answer. */
export const finishLink = call({
  name: "ThirdParty.finishLink",
  method: "POST",
  path: `${path}/link-finish`,
  zh: "完成绑定第三方账号",
  en: "Finish linking a third-party account",
  access: "signedIn",
  input: record({ code: text(100, "一次性代码", "One-time code", "required", { writeOnly: true }) }),
});

/** Removes a link; never the last way to sign in. */
export const unlinkIdentity = call({
  name: "ThirdParty.unlink",
  method: "POST",
  path: `${path}/unlink`,
  zh: "解绑第三方账号",
  en: "Unlink a third-party account",
  access: "signedIn",
  input: byId,
});
