import { exporter } from "../../core/excel/export.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import {
  IdentityProvider,
  type ProviderFinding,
  identityProviderCalls as calls,
} from "@jipei/contract/auth/identity-provider.ts";
import { failEvenly } from "../../core/security/even-failure.ts";
import { endpointOfUrl } from "../../core/outbound/safe-fetch.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../../core/entity/crud.ts";
import { tenantOwnerRows, assertTenantOwner } from "../../core/access/tenant-owner.ts";
import type { Tx } from "../../core/database/db.ts";
import { type Route, raw, writes } from "../../core/http/implement.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import { invalidField } from "../../core/foundation/refusal.ts";
import { readRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { withoutEmpty } from "../../core/entity/setting-in-use.ts";
import { discover, getKeys, mayUseHttp, getOrigin, redirectUri, takesBasic } from "./oidc-client.ts";
import { getKind, kindWords } from "./oidc-error.ts";
import { type Provider, readProvider } from "./oidc-step.ts";

/** @param settled whether the call sets or removes the secret, instead of leaving the stored one */
const getOptions = (settled: boolean): CrudOptions<typeof IdentityProvider> => ({
  entity: IdentityProvider,
  resource: "identity_provider",
  scope: tenantOwnerRows,
  audited: true,
  async beforeSave(tx, actor, merged, old, app) {
    assertTenantOwner(actor);
    checkSettings(app, merged);
    // A stored secret must not be sent to a different provider.
    if (old?.clientSecret && !settled && (merged.issuer !== old.issuer || merged.clientId !== old.clientId))
      throw wrong(
        "clientSecret",
        "签发者地址或客户端ID变更后须重新填写",
        "must be given again when issuer or client ID change",
      );
    await refuseDuplicate(tx, IdentityProvider, old?.id, { source: merged.source }, "DUPLICATE", {
      field: { zh: `标识“${merged.source}”`, en: `Key “${merged.source}”` },
    });
    return columns(IdentityProvider, { scopes: merged.scopes.split(/\s+/).join(" ") });
  },
});
const options = getOptions(false);

const wrong = (name: "issuer" | "clientId" | "clientSecret" | "scopes", zh: string, en: string) =>
  invalidField(name, IdentityProvider.fields[name].zh, IdentityProvider.fields[name].en, zh, en);

/** @throws FIELD_INVALID */
function checkSettings(
  app: Services,
  { issuer, clientId, clientSecret, scopes }: Draft<typeof IdentityProvider>,
): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw wrong("issuer", "须为不含参数的网址", "an address without parameters");
  if (url.pathname.includes("/.well-known/"))
    throw wrong("issuer", "填写签发者本身，不含/.well-known/", "the issuer itself, without /.well-known/");
  if (url.protocol === "http:" && !mayUseHttp(app.settings, url)) throw wrong("issuer", "须使用https", "must be https");
  for (const [name, value] of [
    ["clientId", clientId],
    ["clientSecret", clientSecret],
  ] as const)
    if (value && !/^[\x21-\x7e]+$/.test(value))
      throw wrong(name, "只能是字母、数字和半角符号", "letters, digits and signs only");
  // RFC 6749 §3.3
  const words = scopes.split(/\s+/);
  if (!words.every((word) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word)))
    throw wrong("scopes", "用空格分隔的英文单词", "English words with blanks between them");
  if (!words.includes("openid")) throw wrong("scopes", "须包含openid", "openid must be among them");
}

/** Checks the discovery document of a provider against what we need. */
async function examine(app: Services, provider: Provider): Promise<ProviderFinding[]> {
  const found: ProviderFinding[] = [];
  const report = (level: ProviderFinding["level"], zh: string, en: string) => found.push({ level, zh, en });
  try {
    const server = (
      await failEvenly(
        app.settings,
        endpointOfUrl(new URL(provider.issuer)),
        () => discover(app, provider),
        (error) => getKind(error) === "issuer",
      )
    ).serverMetadata();
    report("good", "已读取发现文档，签发者一致", "Its description was read; the issuer is right");
    if (!server.authorization_endpoint) report("bad", "缺少授权端点", "It names no authorization endpoint");
    else if (!server.token_endpoint) report("bad", "缺少令牌端点", "It names no token endpoint");
    else
      report("good", `授权端点：${server.authorization_endpoint}`, `Users sign in at ${server.authorization_endpoint}`);
    if (server.response_types_supported && !server.response_types_supported.includes("code"))
      report("bad", "不支持授权码模式", "It does not offer the authorization code");
    if (server.code_challenge_methods_supported?.includes("S256"))
      report("good", "支持PKCE（S256）", "It takes PKCE (S256)");
    else
      report(
        "note",
        "未声明支持PKCE（S256），仍会发送",
        "It does not say that it takes PKCE (S256); it is sent all the same",
      );
    if (!provider.clientSecret)
      report("note", "未填写客户端密钥，按公共客户端登录", "There is no client secret: we are a public client");
    else
      report(
        "good",
        takesBasic(server) ? "客户端密钥以HTTP Basic方式发送" : "客户端密钥在请求体中发送",
        takesBasic(server) ? "The client secret is sent by HTTP Basic" : "The client secret is sent in the body",
      );
    const strange = provider.scopes
      .split(" ")
      .filter((scope) => server.scopes_supported && !server.scopes_supported.includes(scope));
    if (strange.length > 0)
      report("note", `未声明支持的授权范围：${strange.join("、")}`, `Scopes it does not name: ${strange.join(", ")}`);
    await examineKeys(app, server.jwks_uri, report);
  } catch (error) {
    const kind = getKind(error);
    // Only the discovery document was read, so an error of a token means that it is unreadable.
    report("bad", ...kindWords[kind === "token" ? "unreadable" : kind]);
  }
  return found;
}

async function examineKeys(
  app: Services,
  jwksUri: string | undefined,
  report: (level: ProviderFinding["level"], zh: string, en: string) => void,
): Promise<void> {
  const count = jwksUri
    ? await failEvenly(app.settings, endpointOfUrl(new URL(jwksUri)), () => getKeys(app, jwksUri)).catch(() => 0)
    : 0;
  if (count > 0) report("good", `已读取${count}个签名公钥`, `Its keys were read: ${count}`);
  else report("bad", "无法读取签名公钥", "Its keys cannot be read");
}

/** @throws what saving refuses; FIELD_INVALID for a secret that is given and removed in one call */
async function submit(
  tx: Tx,
  actor: Actor,
  { removeSecret, ...input }: InputOf<typeof calls.submit>,
  app: Services,
): Promise<{ id: string }> {
  const removed = removeSecret === "1";
  if (removed && input.clientSecret)
    throw wrong("clientSecret", "不能同时填写和清除", "cannot be given and removed at once");
  const values = withoutEmpty(input, "clientSecret");
  return saveRow(
    tx,
    actor,
    getOptions(removed || "clientSecret" in values),
    removed ? { ...values, clientSecret: null } : values,
    app,
  );
}

export const oidcProviderRoutes: readonly Route[] = [
  exporter(IdentityProvider, calls.export, options),
  ...crudRoutes(calls, options, { submit: writes(calls.submit, submit) }),
  raw(calls.test, async (request, _reply, actor: Actor, { id }, app) => {
    await readRow(app.db, IdentityProvider, options.scope, actor, id);
    const provider = await readProvider(app, id);
    return { redirectUri: redirectUri(getOrigin(app, request), provider), findings: await examine(app, provider) };
  }),
];
