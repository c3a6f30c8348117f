// Slow: rotates the keys of two real servers while clients read and write.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { sm2 } from "sm-crypto-v2";
import { anAccount, basic, password } from "../../../test/support/sign-in.ts";
import { type TwoServers, twoServers } from "../../../test/support/two-servers.ts";
import { createCipher } from "./cipher.ts";
import { loadKeys } from "./keys.ts";
import { reencryptAll, removeVersion, rotate } from "./rotate.ts";
import { holdsVersion } from "./reencrypt.ts";
import type { Services } from "../foundation/services.ts";
import { readSettings } from "../foundation/settings.ts";

let servers: TwoServers;
let app: Services;
before(async () => {
  servers = await twoServers();
  const settings = readSettings({ DATA_DIR: servers.dataDir });
  const keys = await loadKeys(settings);
  app = { ...servers.app.services, settings, keys, cipher: createCipher(keys.field, keys.hashKey) };
});
after(() => servers?.close());

const idNumber = "330102199003070038";
const phone = "13900007001";

interface Token {
  access_token: string;
}

async function signIn(url: string, who: object): Promise<Token> {
  const { data } = (await (await fetch(`${url}/api/blade-auth/oauth/sm2-key`)).json()) as {
    data: { publicKey: string };
  };
  const form = {
    grant_type: "password",
    username: JSON.stringify({ loginMethod: "1", programNo: "ZJGTRAIN", ...who }),
    password: `04${sm2.doEncrypt(password, data.publicKey, 1)}`,
  };
  const answer = await fetch(`${url}/api/oauth/token`, {
    method: "POST",
    headers: { authorization: basic() },
    body: new URLSearchParams(form),
  });
  const body = (await answer.json()) as Token;
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${JSON.stringify(body)}`);
  return body;
}

async function whoAmI(url: string, token: string): Promise<number> {
  return (await fetch(`${url}/api/blade-auth/oauth/user-info`, { method: "POST", headers: { token } })).status;
}

/** Sends requests to both servers without pause. @returns a function that stops, and says how many rounds succeeded and which errors there were */
function sendTraffic(account: string, oldToken: string) {
  const issues: string[] = [];
  let done = 0;
  let over = false;
  const ask = async (url: string) => {
    while (!over)
      try {
        const { access_token: token } = await signIn(url, { loginType: "0", userId: account });
        // Students are found by the keyed hash of their ID number.
        await signIn(url, { loginType: "2", userId: "U010", extUserId: idNumber });
        for (const one of [token, oldToken])
          if ((await whoAmI(url, one)) !== 200) throw new Error("a token was refused");
        done++;
      } catch (error) {
        issues.push((error as Error).message);
      }
  };
  const asking = servers.urls.map(ask);
  return async () => {
    over = true;
    await Promise.all(asking);
    return { done, issues };
  };
}

describe("rotate, reencryptAll and removeVersion with two running nodes", () => {
  it("fail no request, leave no value unreadable, allow no duplicates (DUPLICATE), and remove the old versions", async () => {
    const { account, userId } = await anAccount(app, { phone });
    await anAccount(app, { loginType: "2", roles: ["student"], idNumber });
    const oldToken = (await signIn(servers.urls[0], { loginType: "0", userId: account })).access_token;
    const end = sendTraffic(account, oldToken);
    for (const name of ["token", "sm2", "field"] as const) assert.equal(await rotate(app, name), 2);
    await reencryptAll(app, () => {});
    const { done, issues } = await end();
    assert.deepEqual(issues, []);
    assert.ok(done > 1, `${done} rounds`);

    // Tokens signed before are still accepted; a second rotation is refused until the old version is removed.
    for (const url of servers.urls) assert.equal(await whoAmI(url, oldToken), 200);
    await assert.rejects(rotate(app, "token"), /remove it first/);
    assert.equal(await holdsVersion(app.pool, 1), false);
    const { rows } = await app.pool.query<{ phone: string; hash: string }>(
      "select phone, phone_hash as hash from app_user where id = $1",
      [userId],
    );
    assert.match(rows[0]?.phone ?? "", /^v2\./);
    assert.equal(rows[0]?.hash, app.cipher.hash(phone));
    await assert.rejects(anAccount(app, { phone }), /DUPLICATE/);

    for (const name of ["token", "sm2"] as const) await assert.rejects(removeVersion(app, name, 1), /counts until/);
    await app.pool.query(`update key_version set change_time = now() - interval '400 days'`);
    for (const name of ["token", "sm2", "field"] as const) {
      await removeVersion(app, name, 1);
      assert.match(await readFile(join(servers.dataDir, "keys", name), "utf8"), /^2:[0-9a-f]{64}$/);
    }
    for (const url of servers.urls) {
      assert.equal(await whoAmI(url, oldToken), 401);
      assert.equal(
        await whoAmI(url, (await signIn(url, { loginType: "2", userId: "U010", extUserId: idNumber })).access_token),
        200,
      );
    }
  });

  it("refuse to remove a version that values still need, and to rotate a key from the environment that has no new version (SettingsError)", async () => {
    assert.equal(await rotate(app, "field"), 3);
    await assert.rejects(removeVersion(app, "field", 2), /continue/);
    await reencryptAll(app, () => {});
    await removeVersion(app, "field", 2);
    const given = { ...app, settings: { ...app.settings, tokenKey: new Map([[2, Buffer.alloc(32)]]) } };
    await assert.rejects(rotate(given, "token"), /append ,3:/);
  });
});
