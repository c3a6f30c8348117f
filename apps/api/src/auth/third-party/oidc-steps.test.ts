import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { FastifyInstance } from "fastify";
import { anAccount, realApp, signIn } from "../../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { auth } from "../auth.routes.ts";
import { linkSession } from "./oidc-identities.ts";

let app: TestApp;
let http: FastifyInstance;
before(async () => {
  app = await startTestApp();
  http = await realApp(app);
});
after(async () => {
  await http.close();
  await app.close();
});

describe("auth.steps", () => {
  it("deletes expired steps of third-party sign-ins", async () => {
    await app.pool.query(`
      with made as (insert into identity_provider (source, name, name_en, issuer, client_id, scopes, sort, status, create_user, update_user)
        values ('county', '县', 'County', 'https://county.example', 'jipei', 'openid', 1, '1', 1, 1) returning id)
      insert into third_party_step (secret_hash, stage, provider_id, data, expire_time)
        select name, 'asked', made.id, 'x', now() + age from made, (values ('runs', interval '1 minute'), ('over', interval '-1 second')) as v (name, age)`);
    await auth.timers?.find(({ name }) => name === "auth.steps")?.run(app.services);
    assert.deepEqual((await app.pool.query("select secret_hash from third_party_step")).rows, [
      { secret_hash: "runs" },
    ]);
  });
});

describe("linkSession", () => {
  it("ends the session when its link was removed", async () => {
    const { account, userId } = await anAccount(app);
    await signIn(http, account);
    const session = () =>
      app.pool
        .query<{ id: string; end_reason: string | null }>(
          "select id, end_reason from login_session where user_id = $1",
          [userId],
        )
        .then(({ rows }) => rows[0]);
    await assert.rejects(linkSession(app.services, (await session())?.id as string, "0"));
    assert.equal((await session())?.end_reason, "account");
  });
});
