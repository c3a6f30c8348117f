import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { studentAccountCalls } from "@jipei/contract/training/student-account.ts";
import { putFileAttach } from "@jipei/contract/files/transfer.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import { phoneCode, profile, updatePassword, updateProfile } from "@jipei/contract/users/profile.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { sm2 } from "sm-crypto-v2";
import { sm2Pairs } from "../../core/security/keys.ts";
import { codeSentTo } from "../../../test/support/sent-code.ts";
import { anAccount, password } from "../../../test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const own = { name: "小林", realName: "林经办", phone: "13912345678", phoneProven: "1", email: "lin@example.org" };

async function someone() {
  const { userId, account } = await anAccount(app);
  return { userId, account, user: app.as("clerk", { userId, account }) };
}

async function upload(userId: string, fileType = "png", fileSize = 1000): Promise<string> {
  const link = `/files/${userId}-${Math.random()}.${fileType}`;
  await app.pool.query(
    `insert into attachment (file_name, file_type, file_size, att_link, storage_key, sha256, create_user, update_user) values ('a', $1, $2, $3, 'k', repeat('0', 64), $4, $4)`,
    [fileType, fileSize, link, userId],
  );
  return link;
}

describe("User.updateInfo", () => {
  it("changes what users read of themselves, and nobody else’s data", async () => {
    const { userId, user, account } = await someone();
    const other = await someone();
    await user.call(phoneCode, { telephone: own.phone });
    await user.call(updateProfile, {
      ...own,
      id: other.userId,
      password,
      phoneCode: (await codeSentTo(app, own.phone)) as string,
    });
    assert.deepEqual(await user.call(profile, undefined), { account, avatar: null, ...own, phoneProven: "1" });
    assert.equal((await other.user.call(profile, undefined)).name, "测试用户");
    const stored = (await app.pool.query("select phone, phone_hash, version from app_user where id = $1", [userId]))
      .rows[0];
    assert.ok(
      !stored.phone.includes("13912345678") &&
        stored.phone_hash === app.cipher.hash("13912345678") &&
        stored.version === 1,
    );
    await user.call(updateProfile, { name: "阿林" });
    assert.deepEqual(
      await user.call(profile, undefined),
      { account, avatar: null, ...own, phoneProven: "1", name: "阿林" },
      "what is left out stays",
    );
    assert.equal((await user.refused(updateProfile, { name: null })).errorCode, "FIELD_INVALID");
    await user.call(updateProfile, { ...own, phone: null });
    assert.deepEqual(await user.call(profile, undefined), {
      account,
      avatar: null,
      ...own,
      phone: null,
      phoneProven: "0",
    });
  });

  it("refuses to change the proven name and phone of a student (FIELD_FROZEN)", async () => {
    const { userId } = await someone();
    const student = app.as("student", { userId, accountId: "1" });
    const { account, ...before } = await student.call(profile, undefined);
    for (const [field, value] of [
      ["realName", "别人"],
      ["phone", "13912345678"],
    ] as const)
      assert.equal((await student.refused(updateProfile, { ...before, [field]: value })).errorCode, "FIELD_FROZEN");
    await student.call(updateProfile, { ...before, name: "小张", email: "zhang@example.org" });
    assert.deepEqual(await student.call(profile, undefined), {
      account,
      ...before,
      name: "小张",
      email: "zhang@example.org",
    });
  });

  it("refuses invalid data", async () => {
    const { user } = await someone();
    for (const [field, value] of [
      ["phone", "12345678901"],
      ["email", "nobody"],
      ["name", ""],
      ["realName", "x".repeat(51)],
    ] as const) {
      const refusal = await user.refused(updateProfile, { ...own, [field]: value });
      assert.equal(refusal.status, 400);
      assert.deepEqual(
        refusal.failures.map((failure) => failure.field),
        [field],
      );
    }
    await app.stranger.refused(profile, undefined);
  });

  it("accepts only an own upload as picture (ATTACH_NOT_OWN), jpg or png (FILE_FORMAT), of at most 500 kB (FILE_TOO_LARGE)", async () => {
    const { userId, user } = await someone();
    const other = await someone();
    const link = await upload(userId);
    await user.call(updateProfile, { name: "a", realName: "b", avatar: link });
    assert.equal((await user.call(profile, undefined)).avatar, link);
    const uses = async () =>
      (
        await app.pool.query(`select attachment_id from attachment_use where biz_type = 'User' and biz_id = $1`, [
          userId,
        ])
      ).rows.length;
    assert.equal(await uses(), 1);
    for (const [avatar, code] of [
      [await upload(other.userId), "ATTACH_NOT_OWN"],
      ["javascript:alert(1)", "ATTACH_NOT_OWN"],
      [await upload(userId, "pdf"), "FILE_FORMAT"],
      [await upload(userId, "png", 512_001), "FILE_TOO_LARGE"],
    ] as const)
      assert.equal((await user.refused(updateProfile, { name: "a", realName: "b", avatar })).errorCode, code);
    await user.call(updateProfile, { name: "a", realName: "b", avatar: null });
    assert.equal(await uses(), 0);
  });

  it("refuses pictures by their content (FILE_CONTENT) and any external address, which is never requested", async () => {
    const { userId, user } = await someone();
    const send = async (name: string, content: Buffer) => {
      const payload = Buffer.concat([
        Buffer.from(
          `--b\r\ncontent-disposition: form-data; name="kind"\r\n\r\navatar\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
        ),
        content,
        Buffer.from("\r\n--b--\r\n"),
      ]);
      return (
        await app.http.inject({
          method: "POST",
          url: putFileAttach.path,
          headers: { token: user.token, "content-type": "multipart/form-data; boundary=b" },
          payload,
        })
      ).json().errorCode;
    };
    assert.equal(await send("a.png", Buffer.from("<script>alert(1)</script>")), "FILE_CONTENT");
    assert.equal(await send("a.svg", Buffer.from('<svg onload="alert(1)"/>')), "FILE_FORMAT");
    assert.equal(await send("a.gif", Buffer.from("GIF89a")), "FILE_FORMAT");
    let asked = 0;
    const elsewhere = createServer((_request, response) => {
      asked++;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const { port } = elsewhere.address() as { port: number };
    for (const avatar of [
      `http://127.0.0.1:${port}/a.png`,
      `//127.0.0.1:${port}/a.png`,
      "http://169.254.169.254/latest/meta-data/",
      "file:///etc/passwd",
      "data:image/png;base64,AA",
      "../../keys/token",
    ])
      assert.equal(
        (await user.refused(updateProfile, { name: "a", realName: "b", avatar })).errorCode,
        "ATTACH_NOT_OWN",
        avatar,
      );
    const admin = app.as("sysAdmin", await anAccount(app, { roles: ["sysAdmin"] }));
    const dept = (await admin.call(departmentCalls.submit, { orgName: "头像科", deptCategory: "1", sort: 1 } as never))
      .id;
    await app.pool.query("update app_user set dept_id = $2 where id = $1", [userId, dept]);
    assert.equal(
      (await admin.refused(userCalls.submit, { id: userId, avatar: `http://127.0.0.1:${port}/a.png` })).failures[0]
        ?.field,
      "avatar",
    );
    assert.equal(asked, 0);
    elsewhere.close();
  });
});

describe("User.updatePassword", () => {
  it("changes the password with the old one, typed twice, plain or encrypted, and ends all sessions", async () => {
    const { userId, user } = await someone();
    const change = { oldPassword: password, newPassword: "Morning-7qv-26", newPassword1: "Morning-7qv-26" };
    assert.deepEqual(
      (await user.refused(updatePassword, { ...change, newPassword1: "Evening-7qv-26" })).failures.map(
        ({ field, msg }) => [field, msg],
      ),
      [["newPassword1", "确认密码：两次密码输入不一致"]],
    );
    assert.equal(
      (await user.refused(updatePassword, { ...change, oldPassword: "Wrong2026" })).failures[0]?.field,
      "oldPassword",
    );
    await app.pool.query(
      `insert into login_session (user_id, client_id, expire_time, ip) values ($1, 'jipei-web', now() + interval '1 hour', '127.0.0.1')`,
      [userId],
    );
    const sealed = (text: string) => `04${sm2.doEncrypt(text, sm2Pairs(app.keys)[0].publicKey, 1)}`;
    await user.call(updatePassword, {
      oldPassword: sealed(password),
      newPassword: sealed("Morning-7qv-26"),
      newPassword1: sealed("Morning-7qv-26"),
    });
    const open = await app.pool.query("select 1 from login_session where user_id = $1 and end_time is null", [userId]);
    assert.equal(open.rowCount, 0);
    await user.call(updatePassword, {
      oldPassword: "Morning-7qv-26",
      newPassword: "Evening-7qv-26",
      newPassword1: "Evening-7qv-26",
    });
  });

  it("limits wrong passwords from an open session (RATE_LIMIT)", async () => {
    const tries = [
      [
        "clerk",
        {},
        updatePassword,
        { oldPassword: "Guess-7qv-26", newPassword: "Morning-7qv-26", newPassword1: "Morning-7qv-26" },
      ],
      [
        "student",
        { audience: "person", accountId: "1" },
        studentAccountCalls.validPasswords,
        { password: "Guess-7qv-26" },
      ],
      [
        "orgAdmin",
        { audience: "institution", orgId: "1" },
        organisationCalls.validPasswords,
        { password: "Guess-7qv-26" },
      ],
    ] as const;
    for (const [role, who, call, guess] of tries) {
      const { userId, account } = await someone();
      const user = app.as(role, { userId, account, ...who });
      for (let i = 0; i < 10; i++) await user.call(call as never, guess as never).catch(() => undefined);
      const right = Object.fromEntries(
        Object.entries(guess).map(([name, value]) => [name, value === "Guess-7qv-26" ? password : value]),
      );
      assert.equal((await user.refused(call as never, right)).errorCode, "RATE_LIMIT", call.name);
    }
  });
});
