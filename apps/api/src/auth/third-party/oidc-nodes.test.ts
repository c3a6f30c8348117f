import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { token } from "@jipei/contract/auth/auth.ts";
import { identityProviderCalls } from "@jipei/contract/auth/identity-provider.ts";
import { callbackPath, renderPath } from "@jipei/contract/auth/third-party.ts";
import { clientId, clientSecret, OpenidProvider } from "../../../test/support/openid-provider.ts";
import { anAccount, basic } from "../../../test/support/sign-in.ts";
import { type TwoServers, twoServers } from "../../../test/support/two-servers.ts";
import { readInternalHosts } from "../../core/foundation/internal-hosts.ts";

/** A sign-in that begins on one node can be finished on another, and a provider disabled on one is disabled on both. */
const publicUrl = "http://jipei.example";
let provider: OpenidProvider;
let nodes: TwoServers;
before(async () => {
  provider = await OpenidProvider.start([publicUrl + callbackPath("county")]);
  nodes = await twoServers({ PUBLIC_URL: publicUrl, INTERNAL_HOSTS: "127.0.0.1" });
  nodes.app.settings.internalHosts = readInternalHosts("127.0.0.1")!;
});
after(async () => {
  await nodes?.close();
  await provider?.close();
});

describe("a sign-in by a third party", () => {
  it("continues on any node; a provider that is disabled is so on both", async () => {
    const { app, urls } = nodes;
    const admin = app.as("sysAdmin");
    const { id } = await admin.call(identityProviderCalls.submit, {
      source: "county",
      name: "县政务平台",
      nameEn: "County portal",
      issuer: provider.issuer,
      clientId,
      clientSecret,
      scopes: "openid",
      sort: 1,
      status: "1",
    } as never);
    const { userId } = await anAccount(app);
    await app.pool.query("insert into user_identity (user_id, provider_id, issuer, subject) values ($1, $2, $3, $4)", [
      userId,
      id,
      provider.issuer,
      "wang",
    ]);
    const get = (url: string, cookie = "") => fetch(url, { redirect: "manual", headers: { cookie } });

    const away = await get(urls[0] + renderPath("county"));
    const cookie = away.headers.getSetCookie()[0]!.split(";")[0]!;
    const { pathname, search } = new URL(await provider.signIn(away.headers.get("location")!, "wang"));
    const back = await get(urls[1] + pathname + search, cookie);
    const code = new URLSearchParams(new URL(back.headers.get("location")!).hash.slice(1)).get("code")!;
    const exchange = (url: string) =>
      fetch(url + token.path, {
        method: "POST",
        headers: { cookie, authorization: basic() },
        body: new URLSearchParams({ grant_type: "social", source: "county", code }),
      });
    const both = await Promise.all(urls.map(exchange));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 400], "of two nodes one takes the code");
    const { access_token } = (await both.find(({ status }) => status === 200)!.json()) as { access_token: string };
    const who = async () =>
      (
        await Promise.all(
          urls.map((url) =>
            fetch(`${url}/api/blade-auth/oauth/user-info`, { method: "POST", headers: { token: access_token } }),
          ),
        )
      ).map(({ status }) => status);
    assert.deepEqual(await who(), [200, 200]);
    await admin.call(identityProviderCalls.submit, { id, version: 0, status: "0" } as never);
    assert.deepEqual(await who(), [401, 401]);
    assert.match((await get(urls[1] + renderPath("county"))).headers.get("location")!, /#fault=off$/);
  });
});
