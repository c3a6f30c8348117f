import { exportCall } from "../core/export.ts";
import { byId, call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, int, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { form, list, record, saveShape } from "../core/fields/shape.ts";

export const providerState = codeList("PROVIDER_STATE", "启用状态", "In use", {
  "1": ["启用", "In use", "good"],
  "0": ["停用", "Off", "neutral"],
});

/** A third party that authenticates users: an OpenID provider, and our client settings with it. */
export const IdentityProvider = entity(
  "IdentityProvider",
  "第三方登录",
  "Sign-in provider",
  {
    /** Part of addresses, also of the one that the provider sends users back to. */
    source: text(30, "标识", "Key", "required", { format: "codeNumber" }),
    name: text(50, "名称", "Name", "required"),
    nameEn: text(50, "英文名称", "English name", "required"),
    issuer: text(300, "签发者地址", "Issuer", "required", { format: "url" }),
    clientId: text(200, "客户端ID", "Client ID", "required"),
    clientSecret: text(500, "客户端密钥", "Client secret", "optional", { writeOnly: true, encrypted: true }),
    scopes: text(200, "授权范围", "Scopes", "required"),
    sort: int("排序", "Order", "required", { min: 0, max: 9999 }),
    status: code(providerState, "启用状态", "In use", "required"),
  },
  { title: "name", filters: ["name", "source", "status"], sorts: ["sort", "source"], order: ["sort"] },
);
export interface IdentityProviderRow extends Row<typeof IdentityProvider> {}

/** One result of the test of a provider. */
export interface ProviderFinding {
  /** `bad`: nobody can sign in like this. */
  level: "good" | "note" | "bad";
  zh: string;
  en: string;
}

export interface ProviderTest {
  /** The address to be registered with the provider. */
  redirectUri: string;
  findings: ProviderFinding[];
}

const findingLevel = codeList("PROVIDER_FINDING", "测试结果", "Finding of a test", {
  good: ["正常", "Good"],
  note: ["提示", "To be noted"],
  bad: ["无法登录", "Nobody can sign in"],
});
const providerTest = form<ProviderTest>("ProviderTest", "第三方登录测试", "Test of a sign-in provider", () => ({
  redirectUri: text(500, "回调地址", "Address to be registered with the provider", "required"),
  findings: list(
    record({
      level: code(findingLevel, "结果", "Level", "required"),
      zh: text(500, "中文说明", "In Chinese", "required"),
      en: text(500, "英文说明", "In English", "required"),
    }),
  ),
}));

const path = "/api/blade-auth/oauth/provider";

const calls = crudCalls(IdentityProvider, path, "identity_provider", ["bureau"]);

export const identityProviderCalls = {
  ...calls,
  export: exportCall(IdentityProvider, path, "identity_provider", ["bureau"]),
  /** A secret left empty stays, as long as issuer and client ID do; without one we are a public client. */
  submit: call({
    ...calls.submit,
    input: saveShape(IdentityProvider, { removeSecret: code(yesNo, "清除客户端密钥", "Remove the client secret") }),
  }),
  /** Reads the provider's metadata, and says whether users can sign in there. */
  test: call({
    name: "IdentityProvider.test",
    method: "POST",
    path: `${path}/test`,
    zh: "测试第三方登录",
    en: "Test a sign-in provider",
    access: ["identity_provider_add", "identity_provider_edit"],
    audience: ["bureau"],
    style: "query",
    input: byId,
    output: providerTest,
  }),
};
