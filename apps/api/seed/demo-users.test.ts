import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { roleAliases, roles } from "@jipei/contract/core/roles.ts";
import { signIn, startRealApp } from "../test/support/sign-in.ts";
import type { TestApp } from "../test/support/test-app.ts";
import { demoUsers, seedDemoUsers, shutDemoUsers } from "./demo-users.seed.ts";

let app: TestApp;
before(async () => {
  app = await startRealApp();
});
after(() => app.close());

let ip = 0;
const enters = async (account: string, loginType: string, password: string) =>
  (await signIn(app.http, account, { loginType, password, ip: `10.2.0.${++ip % 250}` })).statusCode === 200;

describe("seedDemoUsers", () => {
  it("one account for each role, with the kind of sign-in of the role", async () => {
    assert.deepEqual(
      demoUsers.map(({ role }) => role),
      roleAliases.filter((alias) => alias !== "guest"),
    );
    const accounts = await seedDemoUsers(app, "Demo-7qv-26x");
    assert.deepEqual(
      accounts.map(({ account }) => account),
      demoUsers.map(({ account }) => account),
    );
    for (const { account, role, loginType } of demoUsers) {
      const answer = (await signIn(app.http, account, { loginType, password: "Demo-7qv-26x" })).json();
      assert.equal(answer.authority, role, account);
      assert.equal(answer.dept_name !== "", roles[role].audience === "bureau", account);
    }
  });

  it("changes nothing at another start; gives a new password to all, also one that was used before", async () => {
    await seedDemoUsers(app, "Demo-7qv-26x");
    assert.ok(await enters("clerk", "0", "Demo-7qv-26x"));
    await seedDemoUsers(app, "Other-7qv-26x");
    assert.ok(!(await enters("clerk", "0", "Demo-7qv-26x")) && (await enters("clerk", "0", "Other-7qv-26x")));
    await seedDemoUsers(app, "Demo-7qv-26x");
    assert.ok(await enters("student", "2", "Demo-7qv-26x"));
  });

  it("an account that an administrator removed or disabled stays so", async () => {
    await app.pool.query(`update app_user set status = '2' where account = 'finance'`);
    await app.pool.query(`update app_user set is_deleted = 1 where account = 'teacher'`);
    await seedDemoUsers(app, "Demo-7qv-26x");
    const { rows } = await app.pool.query(
      `select count(*) filter (where account = 'finance' and status = '2') as disabled, count(*) filter (where account = 'teacher' and is_deleted = 0) as back from app_user`,
    );
    assert.deepEqual(rows[0], { disabled: "1", back: "0" });
  });
});

describe("shutDemoUsers", () => {
  it("refuses the known password, whatever demo password the database had before", async () => {
    await shutDemoUsers(app);
    assert.ok(!(await enters("clerk", "0", "Demo-7qv-26x")));
    // A real account with such a name is not changed later.
    await app.pool.query(`update app_user set status = '1' where account = 'clerk'`);
    await shutDemoUsers(app);
    assert.ok(await enters("clerk", "0", "Demo-7qv-26x"));
    await seedDemoUsers(app, "Demo-7qv-26x");
    assert.ok(await enters("admin", "0", "Demo-7qv-26x"));
    assert.ok(!(await enters("finance", "0", "Demo-7qv-26x")), "an administrator had disabled this one");
  });
});
