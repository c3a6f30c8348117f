import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { phoneCode, profile, updateProfile } from "@jipei/contract/users/profile.ts";
import { anAccount, password } from "../../../test/support/sign-in.ts";
import { codeSentTo } from "../../../test/support/sent-code.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

/** A phone can be used to sign in: users who change theirs prove the number by a code, and themselves by their password. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(() => app.pool.query("delete from rate_count"));

let made = 0;
const newPhone = () => `1570000${String(++made).padStart(4, "0")}`;
async function someone(phone: string | null = null) {
  const { userId, account } = await anAccount(app, { phone });
  return app.as("clerk", { userId, account });
}
const findPhone = async (user: Awaited<ReturnType<typeof someone>>) => (await user.call(profile, undefined)).phone;

describe("User.updateInfo", () => {
  it("needs code and password for another number (CODE_INVALID), and neither for other data", async () => {
    const [old, phone] = [newPhone(), newPhone()];
    const user = await someone(old);
    await user.call(phoneCode, { telephone: phone });
    const code = await codeSentTo(app, phone);
    const refusedAt = async (input: object) => {
      const { errorCode, failures } = await user.refused(updateProfile, { phone, ...input });
      return failures[0]?.field ?? errorCode;
    };
    assert.equal(await refusedAt({ phoneCode: code }), "password");
    assert.equal(await refusedAt({ phoneCode: code, password: "Wrong2026" }), "password");
    assert.equal(await refusedAt({ password }), "phoneCode");
    assert.equal(await refusedAt({ password, phoneCode: code === "111111" ? "222222" : "111111" }), "CODE_INVALID");
    assert.equal(
      await refusedAt({ password, phoneCode: code, phone: newPhone() }),
      "CODE_INVALID",
      "the code of another number",
    );
    assert.equal(await findPhone(user), old);
    await user.call(updateProfile, { name: "小林", phone: old });
    await user.call(updateProfile, { phone, password, phoneCode: code });
    assert.equal(await findPhone(user), phone);
    const { rows } = await app.pool.query(
      `select before, after from audit_record where biz_type = 'User' and biz_id = $1 and action = 'updateInfo' order by id desc limit 1`,
      [user.actor.userId],
    );
    const shown = (one: string) => `${one.slice(0, 3)}****${one.slice(7)}`;
    assert.deepEqual([rows[0].before.phone, rows[0].after.phone], [shown(old), shown(phone)]);
    await user.call(updateProfile, { phone: null });
    assert.equal(await findPhone(user), null, "it may be taken away");
  });

  it("limits wrong passwords, also concurrent ones", async () => {
    const user = await someone();
    const phone = newPhone();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        user.refused(updateProfile, { phone, phoneCode: "123456", password: "Wrong2026" }),
      ),
    );
    assert.equal(answers.filter(({ failures }) => failures[0]?.field === "password").length, 10);
  });

  it("accepts a code once, and none sent for other purposes (CODE_INVALID)", async () => {
    const phone = newPhone();
    const [user, other] = [await someone(), await someone()];
    await user.call(phoneCode, { telephone: phone });
    const code = await codeSentTo(app, phone);
    assert.equal((await user.refused(phoneCode, { telephone: phone })).errorCode, "SMS_LIMIT");
    await app.pool.query(`update verification_code set purpose = 'login' where phone_hash = $1`, [
      app.cipher.hash(phone),
    ]);
    assert.equal((await user.refused(updateProfile, { phone, password, phoneCode: code })).errorCode, "CODE_INVALID");
    await app.pool.query(`update verification_code set purpose = 'phone' where phone_hash = $1`, [
      app.cipher.hash(phone),
    ]);
    await user.call(updateProfile, { phone, password, phoneCode: code });
    assert.equal((await other.refused(updateProfile, { phone, password, phoneCode: code })).errorCode, "CODE_INVALID");
    await app.pool.query("update rate_count set n = 20");
    assert.equal((await user.refused(phoneCode, { telephone: newPhone() })).errorCode, "RATE_LIMIT");
  });
});
