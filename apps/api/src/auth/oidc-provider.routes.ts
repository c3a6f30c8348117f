import {
  IdentityProvider,
  type ProviderFinding,
  identityProviderCalls as calls,
} from "@jipei/contract/auth/identity-provider.ts";
import { failEvenly } from "../core/even-failure.ts";
import { endpointOfUrl } from "../core/outside.ts";
import type { Actor } from "../core/actor.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../core/crud.ts";
import { houseRows, mustRunTheHouse } from "../core/house.ts";
import type { Tx } from "../core/db.ts";
import { type Route, raw, writes } from "../core/implement.ts";
import { refuseTwin } from "../core/references.ts";
import { invalidField } from "../core/refusal.ts";
import { readRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { withoutEmpty } from "../core/setting-in-use.ts";
import { discover, keysOf, mayBePlain, originOf, redirectUri, takesBasic } from "./oidc-client.ts";
import { kindOf, kindWords } from "./oidc-fault.ts";
import { type Provider, readProvider } from "./oidc-step.ts";

type Values = Record<string, any>;

/** @param settled whether the call at hand brings a secret or removes it, instead of keeping the one there is */
const optionsOf = (settled: boolean): CrudOptions => ({
  entity: IdentityProvider,
  resource: "identity_provider",
  scope: houseRows,
  audited: true,
  async beforeSave(tx, actor, merged, old, app) {
    mustRunTheHouse(actor);
    checkSettings(app, merged);
    // A secret that is kept must not be sent to whoever the address now leads to.
    if (
      old?.["clientSecret"] &&
      !settled &&
      (merged["issuer"] !== old["issuer"] || merged["clientId"] !== old["clientId"])
    )
      throw wrong(
        "clientSecret",
        "签发者地址或客户端ID变更后须重新填写",
        "must be given again when issuer or client ID change",
      );
    await refuseTwin(tx, IdentityProvider, old?.["id"], { source: merged["source"] }, "DUPLICATE", {
      field: { zh: `标识“${merged["source"]}”`, en: `Key “${merged["source"]}”` },
    });
    return { scopes: merged["scopes"].split(/\s+/).join(" ") };
  },
});
const options = optionsOf(false);

const wrong = (name: "issuer" | "clientId" | "clientSecret" | "scopes", zh: string, en: string) =>
  invalidField(name, IdentityProvider.fields[name].zh, IdentityProvider.fields[name].en, zh, en);

/** @throws FIELD_INVALID */
function checkSettings(app: Services, { issuer, clientId, clientSecret, scopes }: Values): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw wrong("issuer", "须为不含参数的网址", "an address without parameters");
  if (url.pathname.includes("/.well-known/"))
    throw wrong("issuer", "填写签发者本身，不含/.well-known/", "the issuer itself, without /.well-known/");
  if (url.protocol === "http:" && !mayBePlain(app.settings, url)) throw wrong("issuer", "须使用https", "must be https");
  for (const [name, value] of [
    ["clientId", clientId],
    ["clientSecret", clientSecret],
  ] as const)
    if (value && !/^[\x21-\x7e]+$/.test(value))
      throw wrong(name, "只能是字母、数字和半角符号", "letters, digits and signs only");
  // RFC 6749 §3.3
  const words = scopes.split(/\s+/);
  if (!words.every((word: string) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word)))
    throw wrong("scopes", "用空格分隔的英文单词", "English words with blanks between them");
  if (!words.includes("openid")) throw wrong("scopes", "须包含openid", "openid must be among them");
}

/** What a provider says of itself, held against what we need of it. */
async function examine(app: Services, provider: Provider): Promise<ProviderFinding[]> {
  const found: ProviderFinding[] = [];
  const say = (level: ProviderFinding["level"], zh: string, en: string) => found.push({ level, zh, en });
  try {
    const server = (
      await failEvenly(
        app.settings,
        endpointOfUrl(new URL(provider.issuer)),
        () => discover(app, provider),
        (error) => kindOf(error) === "issuer",
      )
    ).serverMetadata();
    say("good", "已读取发现文档，签发者一致", "Its description was read; the issuer is right");
    if (!server.authorization_endpoint || !server.token_endpoint)
      say("bad", "缺少授权端点或令牌端点", "It names no authorization or no token endpoint");
    else say("good", `授权端点：${server.authorization_endpoint}`, `Users sign in at ${server.authorization_endpoint}`);
    if (server.response_types_supported && !server.response_types_supported.includes("code"))
      say("bad", "不支持授权码模式", "It does not offer the authorization code");
    if (server.code_challenge_methods_supported?.includes("S256"))
      say("good", "支持PKCE（S256）", "It takes PKCE (S256)");
    else
      say(
        "note",
        "未声明支持PKCE（S256），仍会发送",
        "It does not say that it takes PKCE (S256); it is sent all the same",
      );
    if (!provider.clientSecret)
      say("note", "未填写客户端密钥，按公共客户端登录", "There is no client secret: we are a public client");
    else
      say(
        "good",
        takesBasic(server) ? "客户端密钥以HTTP Basic方式发送" : "客户端密钥在请求体中发送",
        takesBasic(server) ? "The client secret is sent by HTTP Basic" : "The client secret is sent in the body",
      );
    const strange = provider.scopes
      .split(" ")
      .filter((scope) => server.scopes_supported && !server.scopes_supported.includes(scope));
    if (strange.length > 0)
      say("note", `未声明支持的授权范围：${strange.join("、")}`, `Scopes it does not name: ${strange.join(", ")}`);
    await examineKeys(app, server.jwks_uri, say);
  } catch (error) {
    const kind = kindOf(error);
    // Nothing was asked but its description: there is no token that could fail.
    say("bad", ...kindWords[kind === "token" ? "unreadable" : kind]);
  }
  return found;
}

async function examineKeys(
  app: Services,
  jwksUri: string | undefined,
  say: (level: ProviderFinding["level"], zh: string, en: string) => void,
): Promise<void> {
  const count = jwksUri
    ? await failEvenly(app.settings, endpointOfUrl(new URL(jwksUri)), () => keysOf(app, jwksUri)).catch(() => 0)
    : 0;
  if (count > 0) say("good", `已读取${count}个签名公钥`, `Its keys were read: ${count}`);
  else say("bad", "无法读取签名公钥", "Its keys cannot be read");
}

/** @throws what saving refuses; FIELD_INVALID for a secret that is to be kept and removed at once */
async function submit(
  tx: Tx,
  actor: Actor,
  { removeSecret, ...input }: Values,
  app: Services,
): Promise<{ id: string }> {
  const removed = removeSecret === "1";
  if (removed && input["clientSecret"])
    throw wrong("clientSecret", "不能同时填写和清除", "cannot be given and removed at once");
  const kept = withoutEmpty(input, "clientSecret");
  return saveRow(
    tx,
    actor,
    optionsOf(removed || "clientSecret" in kept),
    removed ? { ...kept, clientSecret: null } : kept,
    app,
  );
}

export const oidcProviderRoutes: readonly Route[] = [
  ...crudRoutes(calls, options, { submit: writes(calls.submit, submit) }),
  raw(calls.test, async (request, _reply, actor: Actor, { id }, app) => {
    await readRow(app.db, IdentityProvider, options.scope, actor, id);
    const provider = await readProvider(app, id);
    return { redirectUri: redirectUri(originOf(app, request), provider), findings: await examine(app, provider) };
  }),
];
