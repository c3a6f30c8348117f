import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { envelopeKey, keySeed, type EncryptedBody } from "@jipei/contract/auth/envelope.ts";
import { loadAuthMenuList, loadButtonScope } from "@jipei/contract/auth/own-rights.ts";
import {
  loadOrgList,
  loadUserGroupList,
  loadUserList,
  loadUserOrgList,
  loadUserRoleList,
} from "@jipei/contract/auth/system-service.ts";
import { getDictionaryInfo, loadDictionaryDetails } from "@jipei/contract/settings/dictionary-service.ts";
import { sm2Pairs } from "../../core/security/keys.ts";
import { deriveKeys, type Keys, newKeyPair, openAnswer, encrypt, sharedPoint } from "@jipei/envelope/client-cipher.ts";
import { anAccount, password, signIn, startRealApp } from "../../../test/support/sign-in.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import * as server from "./envelope-cipher.ts";
import { sweepSessions } from "../token/sessions.ts";

/** The browser's and the server's implementation of the envelope, tested against each other. */
let app: TestApp;
before(async () => {
  app = await startRealApp();
});
after(() => app.close());

interface Client {
  token: string;
  keyId: string;
  keys: Keys;
}

async function aClient(roles: Parameters<typeof anAccount>[1] = {}): Promise<Client> {
  const { account } = await anAccount(app, roles);
  const token = (await signIn(app.http, account)).json().access_token as string;
  return agree(token);
}

async function agree(token: string): Promise<Client> {
  const pair = newKeyPair();
  const answer = (await post(envelopeKey.path, token, { publicKey: pair.publicKey })).json();
  assert.equal(answer.code, 200);
  const { keyId, publicKey } = answer.data;
  const seed = keySeed({
    ephemeral: sharedPoint(pair.privateKey, publicKey),
    lasting: sharedPoint(pair.privateKey, sm2Pairs(app.keys)[0].publicKey),
    clientPublicKey: pair.publicKey,
    serverPublicKey: publicKey,
    keyId,
  });
  return { token, keyId, keys: deriveKeys(seed) };
}

const post = (url: string, token: string, payload: object) =>
  app.http.inject({ method: "POST", url, headers: { token }, payload });
const encrypted = ({ keys, keyId }: Client, path: string, input: unknown, at = Date.now()) =>
  encrypt(keys, path, keyId, at, JSON.stringify(input));

async function ask(client: Client, path: string, input: unknown = {}): Promise<any> {
  const body = encrypted(client, path, input);
  const response = await post(path, client.token, body);
  assert.equal(response.statusCode, 200, response.body);
  const answer = response.json();
  assert.deepEqual(Object.keys(answer).sort(), ["data", "iv", "keyId", "mac", "nonce", "timestamp"]);
  return JSON.parse(openAnswer(client.keys, path, body, answer)).data;
}
const refusal = async (client: Client, path: string, body: unknown) =>
  (await post(path, client.token, body as object)).json().errorCode;

describe("the keys of the envelope", () => {
  it("are derived alike by client and server, who decrypt each other’s bodies, Chinese and emoji included", () => {
    const seed = "ab".repeat(200);
    const [here, there] = [server.deriveKeys(seed), deriveKeys(seed)];
    for (const [name, key] of Object.entries(here)) assert.equal(key.toString("hex"), there[name as keyof Keys]);
    assert.equal(new Set(Object.values(there)).size, 4);
    for (const text of ["", "{}", "技培 🎓".repeat(500)]) {
      const request = encrypt(there, "/x", "k", 1, text);
      assert.ok(server.isGenuine(here, "request", "/x", request));
      assert.equal(server.decrypt(here, "request", request), text);
      const answer = server.encrypt(here, "answer", "/x", request, text);
      assert.equal(openAnswer(there, "/x", request, answer), text);
    }
  });

  it("are few for each session, deleted when expired, and none is stored in plain text", async () => {
    const client = await aClient();
    for (let i = 0; i < 8; i++) await agree(client.token);
    assert.equal(
      await refusal(client, loadButtonScope.path, encrypted(client, loadButtonScope.path, {})),
      "ENVELOPE_INVALID",
    );
    const { rows } = await app.pool.query("select keys from envelope_key");
    assert.ok(rows.every((row) => row.keys.startsWith("v1.") && !row.keys.includes(client.keys.requestCipher)));
    await app.pool.query(`update envelope_key set expire_time = now() - interval '1 second'`);
    await sweepSessions(app);
    assert.equal((await app.pool.query("select count(*) from envelope_key")).rows[0].count, "0");
  });
});

describe("System.load…", () => {
  it("return menus, buttons and departments encrypted, with the content of the plain calls", async () => {
    const client = await aClient();
    const plain = (
      await app.http.inject({ url: "/api/blade-system/menu/routes", headers: { token: client.token } })
    ).json().data;
    const menus = await ask(client, loadAuthMenuList.path, { isPaging: "0" });
    assert.deepEqual(menus.records, plain);
    assert.deepEqual(
      (await ask(client, loadAuthMenuList.path, { isPaging: "1", pageIndex: 1, pageSize: 1 })).records,
      plain.slice(0, 1),
    );
    const { actionList } = await ask(client, loadButtonScope.path, { programNo: "ZJGTRAIN" });
    assert.ok(actionList.includes("train_class_confirm") || actionList.includes("train_class_view"));
    const departments = await ask(client, loadOrgList.path, {
      isPaging: "1",
      pageIndex: 1,
      pageSize: 2,
      orgName: "科",
    });
    assert.deepEqual([departments.records.length, departments.total, departments.pages], [2, 3, 2]);
    const none = await ask(client, loadOrgList.path, { orgName: "%" });
    assert.equal(none.total, 0);
  });
});

describe("System.loadUser…", () => {
  it("return users with departments, groups and roles to user administrators", async () => {
    const client = await aClient({ roles: ["sysAdmin"] });
    const { userId, account } = await anAccount(app, { roles: ["clerk", "leader"], name: "王用户", deptId: "1" });
    await app.pool.query(
      `with p as (insert into post (post_code, post_name, category, sort, create_user, update_user) values ('KY', '科员', '3', 1, 0, 0) returning id) update app_user set post_id = (select id from p) where id = $1`,
      [userId],
    );
    const named = { isPaging: "1", pageIndex: 1, pageSize: 10, userId };
    const [row] = (await ask(client, loadUserList.path, { ...named, account, userName: "用户" })).records;
    assert.deepEqual(row, {
      userId,
      account,
      userName: "王用户",
      nickName: "王用户",
      orgId: "1",
      loginType: "0",
      status: "1",
    });
    assert.deepEqual(
      (await ask(client, loadUserOrgList.path, named)).records.map((one: any) => one.orgId),
      ["1"],
    );
    assert.deepEqual((await ask(client, loadUserGroupList.path, named)).records, [
      { userId, account, groupNo: "KY", groupName: "科员" },
    ]);
    assert.deepEqual(
      (await ask(client, loadUserRoleList.path, named)).records.map((one: any) => one.roleAlias).sort(),
      ["clerk", "leader"],
    );
    assert.equal((await ask(client, loadUserList.path, { isPaging: "1", pageSize: 1 })).records.length, 1);
    const clerk = await aClient();
    assert.equal(await refusal(clerk, loadUserList.path, encrypted(clerk, loadUserList.path, {})), "ROLE_DENIED");
  });
});

describe("System.getDictionaryInfo", () => {
  it("and loadDictionaryDetails return heads and entries, by named conditions only", async () => {
    const client = await aClient();
    assert.equal((await ask(client, getDictionaryInfo.path, { dicId: "TRAIN_KIND" })).dicName, "培训类别");
    await app.pool.query(
      `update business_dictionary set is_sealed = '1' where code = 'TRAIN_KIND' and dict_key = '99'`,
    );
    const keys = async (expCon?: string) =>
      (await ask(client, loadDictionaryDetails.path, { dicId: "TRAIN_KIND", expCon })).map(
        (row: { dictKey: string }) => row.dictKey,
      );
    assert.equal((await keys()).length, 11);
    assert.deepEqual([(await keys("unsealed")).length, await keys("sealed")], [10, ["99"]]);
    for (const expCon of ["is_sealed = '0'", "1=1", "all' or '1'='1"])
      assert.equal(
        await refusal(
          client,
          loadDictionaryDetails.path,
          encrypted(client, loadDictionaryDetails.path, { dicId: "TRAIN_KIND", expCon }),
        ),
        "FIELD_INVALID",
      );
    assert.equal(
      await refusal(client, getDictionaryInfo.path, encrypted(client, getDictionaryInfo.path, { dicId: "nosuch" })),
      "NOT_FOUND",
    );
  });
});

describe("Auth.token", () => {
  it("agrees on keys along with the password, equal to those of Auth.envelopeKey", async () => {
    const { account } = await anAccount(app);
    const form = (publicKey: string) => ({
      grant_type: "password",
      username: JSON.stringify({ loginType: "0", userId: account, loginMethod: "1", programNo: "ZJGTRAIN" }),
      password,
      publicKey,
    });
    const pair = newKeyPair();
    const { access_token: token, envelope } = (await signIn(app.http, account, { form: form(pair.publicKey) })).json();
    const seed = keySeed({
      ephemeral: sharedPoint(pair.privateKey, envelope.publicKey),
      lasting: sharedPoint(pair.privateKey, sm2Pairs(app.keys)[0].publicKey),
      clientPublicKey: pair.publicKey,
      serverPublicKey: envelope.publicKey,
      keyId: envelope.keyId,
    });
    assert.ok(
      (await ask({ token, keyId: envelope.keyId, keys: deriveKeys(seed) }, loadButtonScope.path)).actionList.length > 0,
    );
    for (const wrong of ["x", `04${"0".repeat(128)}`]) {
      const refused = await signIn(app.http, account, { form: form(wrong) });
      assert.deepEqual([refused.statusCode, refused.json().error], [400, "invalid_request"]);
    }
    assert.equal((await signIn(app.http, account)).json().envelope, undefined);
  });
});

describe("an encrypted body", () => {
  it("is accepted once (ENVELOPE_REPLAY), and neither old nor from the future", async () => {
    const client = await aClient();
    const { path } = loadButtonScope;
    const body = encrypted(client, path, {});
    assert.equal((await post(path, client.token, body)).statusCode, 200);
    assert.equal(await refusal(client, path, body), "ENVELOPE_REPLAY");
    for (const minutes of [-6, 6])
      assert.equal(
        await refusal(client, path, encrypted(client, path, {}, Date.now() + minutes * 60_000)),
        "ENVELOPE_REPLAY",
      );
    const duplicates = await Promise.all(
      Array.from({ length: 6 }, () => encrypted(client, path, {}))
        .slice(0, 1)
        .flatMap((duplicate) => Array.from({ length: 6 }, () => post(path, client.token, duplicate))),
    );
    assert.equal(duplicates.filter((answer) => answer.statusCode === 200).length, 1);
  });

  it("is refused when changed, for another path or session, or plain (ENVELOPE_INVALID)", async () => {
    const client = await aClient();
    const { path } = loadButtonScope;
    const changed = (change: Partial<EncryptedBody>) => ({ ...encrypted(client, path, { programNo: "x" }), ...change });
    const flipped = (hex: string) => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);
    const good = encrypted(client, path, {});
    for (const body of [
      changed({ mac: flipped(good.mac) }),
      changed({ iv: flipped(good.iv) }),
      changed({ data: good.data }),
      changed({ timestamp: Date.now() + 1 }),
      changed({ nonce: flipped(good.nonce) }),
      changed({ keyId: "00000000-0000-0000-0000-000000000000" }),
      changed({ mac: "" }),
      changed({ mac: "zz" }),
      changed({ timestamp: "1" as never }),
      { isPaging: "0" },
      {},
      [],
      "text",
    ])
      assert.equal(
        await refusal(client, path, body),
        typeof body === "string" ? "MEDIA_TYPE" : "ENVELOPE_INVALID",
        JSON.stringify(body),
      );
    assert.equal(await refusal(client, loadAuthMenuList.path, encrypted(client, path, {})), "ENVELOPE_INVALID");
    const other = await aClient();
    assert.equal(
      await refusal({ ...client, token: other.token }, path, encrypted(client, path, {})),
      "ENVELOPE_INVALID",
    );
  });

  it("has the rights, types and sessions of its call checked like a plain one", async () => {
    const teacher = await aClient({ roles: ["orgTeacher"], loginType: "0", orgId: "3" });
    assert.equal(await refusal(teacher, loadOrgList.path, encrypted(teacher, loadOrgList.path, {})), "ROLE_DENIED");
    const client = await aClient();
    for (const input of [
      { pageIndex: "x" },
      { pageIndex: -1 },
      { isPaging: "2" },
      { orgName: "\u0000" },
      { orgName: "x".repeat(101) },
    ])
      assert.equal(
        await refusal(client, loadOrgList.path, encrypted(client, loadOrgList.path, input)),
        "FIELD_INVALID",
        JSON.stringify(input),
      );
    for (const input of [null, 5, "text", []])
      assert.ok(
        (await post(loadOrgList.path, client.token, encrypted(client, loadOrgList.path, input))).statusCode < 500,
      );
    assert.equal((await post(loadButtonScope.path, "", encrypted(client, loadButtonScope.path, {}))).statusCode, 401);
    await app.http.inject({ url: "/api/blade-auth/oauth/logout", headers: { token: client.token } });
    assert.equal(
      (await post(loadButtonScope.path, client.token, encrypted(client, loadButtonScope.path, {}))).statusCode,
      401,
    );
  });

  it("is refused by the client when it answers another request, or was changed", async () => {
    const client = await aClient();
    const { path } = loadButtonScope;
    const [one, two] = [encrypted(client, path, {}), encrypted(client, path, {})];
    const answer = (await post(path, client.token, one)).json() as EncryptedBody;
    assert.throws(() => openAnswer(client.keys, path, two, answer));
    assert.throws(() => openAnswer(client.keys, path, one, { ...answer, timestamp: 1 }));
    assert.throws(() => openAnswer(client.keys, loadAuthMenuList.path, one, answer));
  });
});

describe("Auth.envelopeKey", () => {
  it("refuses invalid public keys", async () => {
    const { token } = await aClient();
    for (const publicKey of ["", "x", "04", `04${"0".repeat(128)}`, `04${"f".repeat(128)}`, `03${"1".repeat(64)}`])
      assert.equal((await post(envelopeKey.path, token, { publicKey })).json().errorCode, "FIELD_INVALID", publicKey);
    assert.equal((await post(envelopeKey.path, "", { publicKey: newKeyPair().publicKey })).statusCode, 401);
  });
});
