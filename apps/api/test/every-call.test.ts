// Slow: sends wrong input of every kind to every call of the product, for each audience.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Audience } from "@jipei/contract/core/audience.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { capabilities } from "@jipei/contract/capabilities.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import type { FastifyInstance } from "fastify";
import { type Actor, guest } from "../src/core/foundation/actor.ts";
import { getKeys } from "../src/core/access/access-check.ts";
import { buildApp } from "../src/core/http/app.ts";
import { calls } from "../src/domains.ts";
import { type Rubbish, listRubbish } from "./support/hostile/rubbish.ts";
import { type TestApp, everyPermission, startTestApp } from "./support/test-app.ts";
import { withActors } from "./support/test-services.ts";
import { checkAnswers } from "./support/answers/answer-check.ts";

/** Walks every call of the product: who may make it, and how it answers wrong input. */
const roleOf: Readonly<Record<Audience, RoleAlias>> = {
  bureau: "clerk",
  institution: "orgAdmin",
  enterprise: "entAdmin",
  person: "student",
};
const audiences = Object.keys(roleOf) as Audience[];

const userId = "1";
const sessionId = "00000000-0000-0000-0000-000000000001";
const actors = new Map<string, Actor>();
function anActor(audience: Audience, permissions: ReadonlySet<string>): string {
  const token = `t${actors.size}`;
  const unit = {
    orgId: audience === "institution" ? "1" : null,
    entId: audience === "enterprise" ? "1" : null,
    accountId: audience === "person" ? "1" : null,
  };
  actors.set(token, {
    ...guest("127.0.0.1"),
    userId,
    sessionId,
    account: "x",
    name: "x",
    audience,
    roles: [roleOf[audience]],
    permissions,
    idNumberHash: "x",
    ...unit,
  });
  return token;
}

let app: TestApp;
let http: FastifyInstance;
/** One actor of each audience who holds every permission. */
const mighty = {} as Record<Audience, string>;
const powerless = {} as Record<Audience, string>;
before(async () => {
  app = await startTestApp();
  await app.pool.query(
    `insert into app_user (id, account, name, real_name, login_type, status, audience, create_user, update_user)
    overriding system value values ($1, 'x', 'x', 'x', '0', '1', 'bureau', 0, 0)`,
    [userId],
  );
  await app.pool.query(
    `insert into login_session (id, user_id, client_id, expire_time, ip) values ($1, $2, 'x', now() + interval '1 hour', 'x')`,
    [sessionId, userId],
  );
  http = checkAnswers(await buildApp(app, withActors(actors)));
  for (const audience of audiences) {
    mighty[audience] = anActor(audience, everyPermission);
    powerless[audience] = anActor(audience, new Set());
  }
});
after(async () => {
  await http.close();
  await app.close();
});

const inAddress = (call: Call) => call.method === "GET" || call.style === "query";

/** Sends an input in the way the call expects it. */
function send(call: Call, token: string, input: unknown) {
  const headers: Record<string, string> = token ? { token } : {};
  const pairs = (): [string, string][] =>
    Object.entries((input ?? {}) as object).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
  if (inAddress(call))
    return http.inject({ method: call.method, url: `${call.path}?${new URLSearchParams(pairs())}`, headers });
  if (call.style === "form")
    return http.inject({
      method: "POST",
      url: call.path,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(pairs()).toString(),
    });
  if (call.style === "multipart")
    return http.inject({
      method: "POST",
      url: call.path,
      headers: { ...headers, "content-type": "multipart/form-data; boundary=b" },
      payload: buildMultipart(pairs()),
    });
  return http.inject({
    method: "POST",
    url: call.path,
    headers: { ...headers, "content-type": "application/json" },
    payload: JSON.stringify(input),
  });
}
const buildMultipart = (pairs: [string, string][]) =>
  `${pairs.map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--b--\r\n`;

const mightyFor = (call: Call): string => mighty[call.audience?.[0] ?? "bureau"];

describe("every call", () => {
  it("names and addresses are unique, names are in both languages, access is declared", () => {
    assert.equal(new Set(calls.map((call) => `${call.method} ${call.path}`)).size, calls.length);
    assert.deepEqual(
      calls.map((call) => call.name).filter((name, index, all) => all.indexOf(name) !== index),
      [],
    );
    for (const { name, zh, en, access, path, audience } of calls) {
      assert.ok(/[\u4e00-\u9fff]/.test(zh) && /^[A-Z]/.test(en) && !/[\u4e00-\u9fff]/.test(en), `${name}: ${zh} ${en}`);
      assert.match(path, /^\/(api|attach)\//, name);
      assert.ok(getKeys(access).length > 0 && getKeys(access).every((key) => key !== ""), name);
      assert.ok(audience === undefined || audience.length > 0, name);
    }
  });

  it("its permission belongs to a resource of the capability matrix", () => {
    const resources = Object.keys(capabilities);
    for (const key of everyPermission)
      assert.ok(
        resources.some((resource) => key.startsWith(`${resource}_`)),
        key,
      );
  });

  it("refuses users who have yet to choose a password, whatever permissions they hold", async () => {
    const token = "owes";
    actors.set(token, { ...(actors.get(mighty.bureau) as Actor), needsPassword: true, needsFactor: true });
    for (const call of calls.filter(({ access, beforePassword }) => access !== "public" && !beforePassword)) {
      const answer = await send(call, token, {});
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [403, "PASSWORD_REQUIRED"], call.name);
    }
    assert.deepEqual(
      calls
        .filter(({ beforePassword }) => beforePassword)
        .map(({ name }) => name)
        .toSorted(),
      [
        "Auth.envelopeKey",
        "Auth.lock",
        "Auth.logout",
        "Auth.unlock",
        "Auth.userInfo",
        "Organisation.changePasswords",
        "Organisation.validPasswords",
        "StudentAccount.changePasswords",
        "StudentAccount.validPasswords",
        "User.updatePassword",
      ],
    );
  });

  it("refuses a body of 10 MB, broken JSON and another media type before reading them", async () => {
    const call = calls.find((one) => one.style === "body" && one.method === "POST" && one.access !== "public") as Call<
      any,
      any
    >;
    const post = (payload: string, type = "application/json") =>
      http.inject({
        method: "POST",
        url: call.path,
        headers: { token: mightyFor(call), "content-type": type },
        payload,
      });
    for (const [payload, type, code] of [
      [`{"x":"${"x".repeat(10 * 1024 * 1024)}"}`, "application/json", "BODY_TOO_LARGE"],
      ['{"x":', "application/json", "BODY_INVALID"],
      ["", "application/json", "FIELD_INVALID"],
      ["<x/>", "application/xml", "MEDIA_TYPE"],
      ['{"__proto__":{"x":1}}', "application/json", "BODY_INVALID"],
    ] as const) {
      const answer = await post(payload, type);
      assert.equal(answer.json().errorCode, code);
      assert.equal(answer.statusCode, answer.json().code);
    }
  });

  it("refuses passwords and tokens in an address", async () => {
    for (const name of ["password", "newPassword", "refresh_token", "token", "clientSecret"]) {
      const answer = await http.inject({
        url: `${(calls.find((call) => call.name === "Auth.captcha") as Call).path}?${name}=x`,
      });
      assert.equal(answer.statusCode, 400, name);
    }
  });
});

describe("every call", () => {
  for (const call of calls) {
    it(`${call.name}: refuses strangers, users without the permission, and other audiences`, async () => {
      if (call.access === "public") return;
      for (const token of ["", "forged"]) {
        const answer = await send(call, token, {});
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [401, "UNAUTHORIZED"]);
      }
      if (call.access !== "signedIn")
        for (const audience of call.audience ?? audiences) {
          const answer = await send(call, powerless[audience], {});
          assert.deepEqual([answer.statusCode, answer.json().errorCode], [403, "ROLE_DENIED"], audience);
        }
      for (const audience of audiences.filter((one) => call.audience && !call.audience.includes(one))) {
        const answer = await send(call, mighty[audience], {});
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [403, "ROLE_DENIED"], audience);
      }
    });

    it(`${call.name}: refuses wrong input, and never with an error of the server`, async () => {
      const issues: string[] = [];
      for (const rubbish of listRubbish(
        call.input,
        inAddress(call) || call.style === "form" || call.style === "multipart",
      )) {
        const answer = await send(call, mightyFor(call), rubbish.input);
        const issue = findIssue(rubbish, answer.statusCode);
        if (issue) issues.push(`${rubbish.why}: ${issue} ${answer.body.slice(0, 200)}`);
        if (answer.statusCode >= 400 && !call.flat) assert.equal(answer.json().code, answer.statusCode, rubbish.why);
      }
      assert.deepEqual(issues, []);
    });
  }
});

function findIssue({ refuse }: Rubbish, status: number): string | null {
  if (status >= 500) return `server error ${status}`;
  return refuse && status < 400 ? `taken with ${status}` : null;
}

const only = (call: Call, ...names: string[]) =>
  call.input.shape === "record" && Object.keys(call.input.fields).join() === names.join();

describe("every call", () => {
  for (const call of calls.filter((one) => one.access !== "public" && (only(one, "id") || only(one, "ids"))))
    it(`${call.name}: answers 404 for a row that is not there`, async () => {
      const answer = await send(call, mightyFor(call), { id: "987654321", ids: "987654321" });
      assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${answer.statusCode} ${answer.body}`);
    });
});
