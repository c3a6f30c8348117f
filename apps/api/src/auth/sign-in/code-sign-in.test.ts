import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { loginCode } from "@jipei/contract/auth/auth.ts";
import { registrationCalls } from "@jipei/contract/users/registration.ts";
import { syntheticCreditCode } from "../../../seed/synthetic-unit.ts";
import { codeSentTo as lastCodeSentTo } from "../../../test/support/sent-code.ts";
import { anAccount, sharedUserOf, signIn, startRealApp, whoAmI } from "../../../test/support/sign-in.ts";
import { waitOver } from "../../../test/support/wait.ts";
import type { TestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startRealApp();
});
after(() => app.close());

let last = 0;
const newIp = () => `10.9.${Math.floor(++last / 250)}.${last % 250}`;
let numbers = 13_600_000_000;
const newPhone = () => String(numbers++);
const ask = async (telephone: string, ip = newIp()) =>
  (await app.http.inject({ method: "POST", url: loginCode.path, payload: { telephone }, remoteAddress: ip })).json();
const codeSentTo = (phone: string) => lastCodeSentTo(app, phone);
const laterOn = (phone: string) =>
  app.pool.query(
    `update verification_code set create_time = create_time - interval '61 seconds' where phone_hash = $1`,
    [app.cipher.hash(phone)],
  );
interface How {
  loginType?: string;
  ip?: string;
  headers?: Record<string, string>;
  method?: string;
}
const enter = (phone: string, code: string, { loginType = "5", ip = newIp(), headers, method = "2" }: How = {}) => {
  const shared = sharedUserOf(loginType);
  const identity = {
    loginType,
    userId: shared ?? phone,
    ...(shared && { extUserId: phone }),
    loginMethod: method,
    programNo: "ZJGTRAIN",
  };
  return signIn(app.http, phone, {
    ip,
    headers,
    form: { grant_type: "password", username: JSON.stringify(identity), password: code },
  });
};
const other = (code: string | null) => (code === "111111" ? "222222" : "111111");

describe("Auth.token", () => {
  it("takes a code sent to the phone once, and only for its login type", async () => {
    const phone = newPhone();
    const { userId } = await anAccount(app, {
      loginType: "2",
      account: undefined,
      roles: ["student"],
      accountId: "77",
      idNumber: "320582199001011234",
      phone,
    });
    assert.equal((await ask(phone)).code, 200);
    const code = (await codeSentTo(phone)) as string;
    assert.equal((await enter(phone, code, { loginType: "0" })).statusCode, 400, "no account of the bureau has it");
    await laterOn(phone);
    await ask(phone);
    const fresh = (await codeSentTo(phone)) as string;
    const answer = (await enter(phone, fresh)).json();
    assert.equal(answer.userId, userId);
    assert.equal((await whoAmI(app.http, answer.access_token)).json().data.userId, userId);
    assert.equal((await enter(phone, fresh)).json().error_description, "短信验证码错误或已失效");
    await laterOn(phone);
    await ask(phone);
    assert.equal((await enter(phone, (await codeSentTo(phone)) as string, { loginType: "2" })).json().userId, userId);
  });

  it("takes a code from one of two concurrent sign-ins", async () => {
    const phone = newPhone();
    await anAccount(app, { phone });
    await ask(phone);
    const code = (await codeSentTo(phone)) as string;
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter(phone, code)));
    assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 1);
  });

  it("signs in nobody by a number of several accounts, except the student who proved it", async () => {
    const phone = newPhone();
    await anAccount(app, { loginType: "1", roles: ["orgAdmin"], orgId: "5", phone });
    await anAccount(app, { loginType: "2", roles: ["student"], phone });
    await ask(phone);
    assert.equal(await codeSentTo(phone), null);
    const { userId } = await anAccount(app, {
      loginType: "2",
      account: undefined,
      roles: ["student"],
      accountId: "78",
      idNumber: "320582199001011235",
      phone,
    });
    await laterOn(phone);
    await ask(phone);
    assert.equal((await enter(phone, (await codeSentTo(phone)) as string)).json().userId, userId);
  });

  it("is not kept from an account by one with its number that waits or is disabled", async () => {
    const phone = newPhone();
    const { userId } = await anAccount(app, { phone });
    const disabled = await anAccount(app, { phone: newPhone() });
    await app.pool.query(`update app_user set status = '2', phone_hash = $2 where id = $1`, [
      disabled.userId,
      app.cipher.hash(phone),
    ]);
    for (const [i, applyKind] of ["1", "3"].entries()) {
      const guest = {
        tenantId: app.tenantId,
        name: "冒名者",
        account: `guest${process.pid}x${i}`,
        password: "Sesame-7qv-26",
        password2: "Sesame-7qv-26",
        applyKind,
        creditCode: syntheticCreditCode(7001),
        phone,
      };
      await app.stranger.call(registrationCalls.register, guest as never);
    }
    await ask(phone);
    assert.equal((await enter(phone, (await codeSentTo(phone)) as string)).json().userId, userId);

    await app.pool.query(`update app_user set status = '2' where id = $1`, [userId]);
    await laterOn(phone);
    await ask(phone);
    assert.equal(
      (await enter(phone, (await codeSentTo(phone)) as string)).json().error_description,
      "账号已停用",
      "with no enabled account the oldest says why not",
    );
  });

  it("takes five tries of a code, and counts failures by number and address", async () => {
    const phone = newPhone();
    await anAccount(app, { phone });
    await ask(phone);
    const right = await codeSentTo(phone);
    const ip = newIp();
    const said: string[] = [];
    for (let i = 0; i < 5; i++) {
      said.push((await enter(phone, other(right), { ip })).json().error_description);
      await waitOver(app);
    }
    assert.deepEqual(said, Array<string>(5).fill("短信验证码错误或已失效"));
    await enter(phone, other(right), { ip });
    assert.equal(
      (await enter(phone, right as string, { ip })).json().error_description,
      "用户登录失败次数过多，请稍后再试",
    );
    assert.match(
      (await enter(phone, right as string)).json().error_description,
      /失败次数较多/,
      "from elsewhere a proof of work is asked for",
    );
    await waitOver(app);
    assert.equal(
      (await enter(phone, right as string)).json().error_description,
      "短信验证码错误或已失效",
      "five tries have used it up",
    );
  });

  it("takes no password for a code, and no code for a disabled account", async () => {
    const phone = newPhone();
    const { userId } = await anAccount(app, { phone });
    assert.equal((await enter(phone, "Sesame-7qv-26")).statusCode, 400);
    await ask(phone);
    const code = (await codeSentTo(phone)) as string;
    await app.pool.query(`update app_user set status = '2' where id = $1`, [userId]);
    assert.equal((await enter(phone, code)).json().error_description, "账号已停用");
    for (const how of [{ loginType: "4" }, { method: "3" }, { loginType: "5", method: "1" }])
      assert.equal((await enter(phone, code, how)).json().error, "invalid_request");
    assert.equal((await enter("abc", code)).json().error, "invalid_request");
  });
});

describe("Auth.loginCode", () => {
  it("answers alike for numbers without account, sends nothing, and nobody signs in", async () => {
    const [phone, known] = [newPhone(), newPhone()];
    await anAccount(app, { phone: known });
    assert.deepEqual({ ...(await ask(phone)) }, { ...(await ask(known)) });
    assert.deepEqual([(await ask(phone)).errorCode, (await ask(known)).errorCode], ["SMS_LIMIT", "SMS_LIMIT"]);
    assert.equal(await codeSentTo(phone), null);
    const [a, b] = [await enter(phone, "123456"), await enter(known, other(await codeSentTo(known)))];
    assert.deepEqual([a.statusCode, a.json()], [b.statusCode, b.json()]);
    assert.equal((await ask("12345")).errorCode, "FIELD_INVALID");
  });

  it("is limited by address, whatever the numbers", async () => {
    const ip = newIp();
    const answers = [];
    for (let i = 0; i < 21; i++) answers.push((await ask(newPhone(), ip)).errorCode ?? "ok");
    assert.deepEqual(answers.filter((one) => one === "RATE_LIMIT").length, 1);
  });
});
