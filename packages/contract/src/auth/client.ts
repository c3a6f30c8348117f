import { exportCall } from "../core/export.ts";
import { byId, call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { type CodeOf, code, codeList, codes, id, int, text } from "../core/fields/field.ts";
import { record, saveShape } from "../core/fields/shape.ts";

/** Ways of getting a token. The second step of a sign-in belongs to the way that began it. */
export const grantType = codeList("GRANT_TYPE", "授权类型", "Grant type", {
  password: ["密码", "Password"],
  sms_code: ["短信验证码", "Code by text message"],
  social: ["第三方登录", "Third party"],
  refresh_token: ["刷新令牌", "Refresh token"],
});
export type GrantType = CodeOf<typeof grantType>;

export const clientState = codeList("CLIENT_STATE", "客户端状态", "State of a client", {
  "1": ["启用", "In use", "good"],
  "0": ["停用", "Off", "neutral"],
});
const autoApprove = codeList("AUTO_APPROVE", "自动授权", "Approved automatically", {
  true: ["是", "Yes"],
  false: ["否", "No"],
});

/** Seconds that a token may last. */
export const lifetimes = {
  access: { min: 60, max: 86_400 },
  refresh: { min: 300, max: 2_592_000 },
  session: { min: 300, max: 2_592_000 },
} as const;

/** A program that may ask for tokens (RFC 6749). The secret is made by the server and shown once. */
export const Client = entity(
  "Client",
  "应用客户端",
  "Client",
  {
    clientId: text(48, "客户端ID", "Client ID", "required"),
    status: code(clientState, "状态", "State", "optional", { always: true }),
    authorizedGrantTypes: codes(grantType, "授权类型", "Grant types", "required"),
    scope: text(100, "授权范围", "Scope", "computed", { always: true }),
    accessTokenValidity: int("令牌过期秒数", "Token lifetime", "required", {
      unitZh: "秒",
      unitEn: "s",
      ...lifetimes.access,
    }),
    refreshTokenValidity: int("刷新令牌过期秒数", "Refresh-token lifetime", "required", {
      unitZh: "秒",
      unitEn: "s",
      ...lifetimes.refresh,
    }),
    /** From the sign-in on, however often the token is renewed; twelve hours where nothing is said. */
    sessionValidity: int("会话最长秒数", "Maximum session length", "optional", {
      unitZh: "秒",
      unitEn: "s",
      ...lifetimes.session,
      always: true,
    }),
    webServerRedirectUri: text(300, "回调地址", "Redirect address", "optional", { format: "url" }),
    /** A JSON object, stored for the maker of the client; the product does not read it. */
    additionalInformation: text(1000, "附加信息", "More"),
    autoapprove: code(autoApprove, "自动授权", "Approved automatically"),
  },
  { title: "clientId", filters: ["clientId", "status"], sorts: ["clientId", "createTime"], order: ["clientId"] },
);
export interface ClientRow extends Row<typeof Client> {}

const path = "/api/blade-system/client";
const calls = crudCalls(Client, path, "client", ["bureau"]);
/** A secret is returned only by the call that creates it. */
const secret = { clientSecret: text(100, "客户端密钥", "Client secret") };

export const clientCalls = {
  ...calls,
  export: exportCall(Client, path, "client", ["bureau"]),
  /** A client without `clientSecret` gets a random one, which is returned; with an id an empty one keeps the stored one. */
  submit: call({
    ...calls.submit,
    input: saveShape(Client, {
      clientSecret: text(100, "客户端密钥", "Client secret", "optional", { writeOnly: true }),
    }),
    output: record({ id: id("主键", "Id", "required"), ...secret }),
  }),
  /** Replaces the secret; the former one is invalid from then on. Sessions continue, but are not renewed without the new one. */
  renewSecret: call({
    name: "Client.renewSecret",
    adds: "more",
    method: "POST",
    path: `${path}/renew-secret`,
    zh: "重置客户端密钥",
    en: "Renew the secret of a client",
    access: "client_edit",
    audience: ["bureau"],
    style: "query",
    input: byId,
    output: record({ id: id("主键", "Id", "required"), ...secret }),
  }),
};
