import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { smsMessageCalls } from "@jipei/contract/notices/sms-message.ts";
import { smsProviderCalls as calls } from "@jipei/contract/notices/sms-provider.ts";
import { sql } from "kysely";
import { fakeSms } from "../../test/support/fake-sms.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { sendCode, sendSms } from "./notices.queries.ts";
import { smsWorkerBy } from "./sms-sender.ts";

const keys = { accessKey: "test-access", secretKey: "test-secret" };
let app: TestApp;
let admin: TestUser;
let fake: Awaited<ReturnType<typeof fakeSms>>;
let numbers = 13_900_000_000;
before(async () => {
  app = await startTestApp();
  admin = app.as("sysAdmin");
  fake = await fakeSms(keys);
});
after(async () => {
  await app.close();
  await fake.close();
});
beforeEach(() => {
  fake.taken.length = 0;
  fake.mood.now = "fine";
  app.sentJobs.length = 0;
});

const inTx = <T>(work: (tx: any) => Promise<T>) => app.db.transaction().execute(work);
const aPhone = () => String(numbers++);
const aSetting = async (more: object = {}) =>
  (
    await admin.call(calls.submit, {
      smsCode: `S${numbers++}`,
      category: "3",
      templateId: "TPL1",
      ...keys,
      signName: "【技培】",
      ...more,
    } as never)
  ).id;
const inUse = async () =>
  ((await admin.list(calls.list, { status: "2" })) as { records: { id: string }[] }).records.map((row) => row.id);
const rowShape = (id: string) =>
  app.db.selectFrom("smsMessage").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const aMessage = async (phone = aPhone()) => {
  await inTx((tx) => sendSms(tx, app, { template: "CERT_OK", phone, params: { certNo: "C1" } }));
  return (app.sentJobs.pop()?.data as { id: string }).id;
};
const worker = () => smsWorkerBy(fake.transport);
const run = (id: string) => worker().run(app, { id });

describe("SmsProvider.submit", () => {
  it("encrypts the keys, never returns them, and keeps them where they are left empty", async () => {
    const id = await aSetting();
    const stored = async () =>
      app.db.selectFrom("smsProvider").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const first = await stored();
    assert.doesNotMatch(JSON.stringify(first), /test-access|test-secret/);
    const shown = JSON.stringify([await admin.call(calls.detail, { id }), await admin.list(calls.list)]);
    assert.doesNotMatch(shown, /test-access|test-secret|accessKey|secretKey/);
    await admin.call(calls.submit, { id, templateId: "TPL2", accessKey: "", secretKey: null } as never);
    assert.deepEqual(
      [(await stored()).accessKey, (await stored()).secretKey, (await stored()).signName],
      [first.accessKey, first.secretKey, "技培"],
    );
    await admin.call(calls.submit, { id, secretKey: "other" } as never);
    assert.equal(app.cipher.decrypt((await stored()).secretKey as string), "other");
    const history = await app.db
      .selectFrom("auditRecord")
      .selectAll()
      .where("bizType", "=", "SmsProvider")
      .where("bizId", "=", id)
      .execute();
    assert.deepEqual(
      history.map((entry) => entry.action),
      ["add", "edit", "edit"],
    );
    assert.doesNotMatch(JSON.stringify(history), /test-access|test-secret|other/);
  });

  it("refuses a setting that cannot work, or could reach another server", async () => {
    const bad: [object, RegExp][] = [
      [{ accessKey: null }, /accessKey：不能为空/],
      [{ secretKey: null }, /secretKey：不能为空/],
      [{ category: "4" }, /应用ID:模板ID/],
      [{ category: "4", templateId: "1:2", regionId: "x\r\nHost: evil" }, /./],
      [{ regionId: "evil.example/" }, /区域/],
      [{ accessKey: "a b" }, /accessKey/],
      [{ templateId: "../x" }, /模板ID/],
      [{ signName: "【】" }, /短信签名/],
    ];
    for (const [more, text] of bad)
      assert.match(
        (
          await admin.refused(calls.submit, {
            smsCode: "BAD",
            category: "3",
            templateId: "T",
            ...keys,
            signName: "技培",
            ...more,
          })
        ).msg,
        text,
      );
    await aSetting({ smsCode: "TWICE" });
    assert.equal(
      (await admin.refused(calls.submit, { smsCode: "TWICE", category: "5", templateId: "x", signName: "x" }))
        .errorCode,
      "DUPLICATE",
    );
  });
});

describe("SmsProvider.enable", () => {
  it("leaves exactly one setting in use, also for calls at once and by a database constraint", async () => {
    const ids = [await aSetting(), await aSetting(), await aSetting()];
    await Promise.all([...ids, ...ids].map((id) => admin.call(calls.enable, { id })));
    const now = await inUse();
    assert.equal(now.length, 1);
    assert.ok(ids.includes(now[0] as string));
    assert.equal((await admin.refused(calls.remove, { ids: now[0] })).errorCode, "SMS_ENABLED");
    assert.equal((await admin.refused(calls.enable, { id: "987654321" })).errorCode, "NOT_FOUND");
    await assert.rejects(sql`update sms_provider set status = '1'`.execute(app.db), /sms_provider_in_use|in use/);
    await assert.rejects(sql`update sms_provider set is_deleted = 1`.execute(app.db), /in use/);
    await assert.rejects(sql`update sms_provider set status = '2'`.execute(app.db), /sms_provider_single/);
    // A status sent with the form is ignored.
    const other = ids.find((id) => id !== now[0]) as string;
    await admin.call(calls.submit, { id: other, remark: "x", status: "2" } as never).catch(() => undefined);
    assert.deepEqual(await inUse(), now);
    await admin.call(calls.remove, { ids: other });
    assert.equal((await app.as("clerk").refused(calls.enable, { id: now[0] })).errorCode, "ROLE_DENIED");
    const elsewhere = app.as("sysAdmin", { tenantId: "100001" });
    assert.equal((await elsewhere.list<{ total: number }>(calls.list)).total, 0);
    assert.equal((await elsewhere.refused(calls.enable, { id: now[0] })).errorCode, "NOT_OWNER");
    assert.equal(
      (await elsewhere.refused(calls.submit, { smsCode: "X", category: "5", templateId: "x", signName: "x" }))
        .errorCode,
      "ROLE_DENIED",
    );
  });
});

describe("the providers of text messages", () => {
  for (const [category, templateId, own] of [
    ["1", "x", "【技培】证书已生成，编号C1。"],
    ["2", "T9", 'T9 {"content":"证书已生成，编号C1。"}'],
    ["3", "SMS_9", 'SMS_9 {"content":"证书已生成，编号C1。"}'],
    ["4", "1400:9", "1400:9 证书已生成，编号C1。"],
  ] as const)
    it(`${category}: accepts a signed message, and refuses one signed with another key`, async () => {
      const id = await aSetting({ category, templateId });
      await admin.call(calls.enable, { id });
      const phone = aPhone();
      const message = await aMessage(phone);
      const waiting = await rowShape(message);
      assert.doesNotMatch(JSON.stringify(waiting), new RegExp(`${phone}|编号|certNo`));
      await run(message);
      await run(message);
      assert.deepEqual(
        fake.taken.map(({ phone, text }) => [phone, text]),
        [[phone, own]],
      );
      const sent = await rowShape(message);
      assert.deepEqual([sent.sendStatus, sent.receipt, sent.body, sent.attempts], ["1", "r1", null, 1]);
      await admin.call(calls.submit, { id, accessKey: "wrong", secretKey: "wrong" } as never);
      const refused = await aMessage();
      await run(refused);
      assert.deepEqual(
        [(await rowShape(refused)).sendStatus, (await rowShape(refused)).body, fake.taken.length],
        ["2", null, 1],
      );
      assert.ok((await rowShape(refused)).failReason);
    });
});

describe("the sending of a message", () => {
  it("takes the setting that is named after its template, with the values by name", async () => {
    await admin.call(calls.enable, { id: await aSetting({ templateId: "GENERAL" }) });
    const own = await aSetting({ smsCode: "SMS_CODE", templateId: "CODE_TPL" });
    const phone = aPhone();
    await inTx((tx) => sendCode(tx, app, "login", phone));
    const { id } = app.sentJobs.pop()?.data as { id: string };
    await run(id);
    assert.match(fake.taken[0]?.text ?? "", /^CODE_TPL \{"code":"\d{6}","minutes":"10"\}$/);
    const detail = await admin.call(smsMessageCalls.detail, { id });
    assert.deepEqual(
      [detail.message, detail.phoneNumber, detail.messageType],
      ["验证码******，10分钟内有效，请勿告知他人。", `${phone.slice(0, 3)}****${phone.slice(7)}`, "1"],
    );
    await admin.call(calls.remove, { ids: own });
  });

  it("keeps the template of each provider through a switch there and back", async () => {
    const aliyun = await aSetting({ templateId: "GENERAL" });
    const tencent = await aSetting({ category: "4", templateId: "1400006666:1" });
    const own = [
      await aSetting({ smsCode: "SMS_CODE", templateId: "ALI_TPL" }),
      await aSetting({ smsCode: "SMS_CODE-TX", category: "4", templateId: "1400006666:2" }),
      await aSetting({ smsCode: "SMS_CODEX", category: "4", templateId: "1400006666:3" }),
    ];
    const sent = async (setting: string) => {
      await admin.call(calls.enable, { id: setting });
      await inTx((tx) => sendCode(tx, app, "login", aPhone()));
      await run((app.sentJobs.pop()?.data as { id: string }).id);
      return fake.taken.pop()?.text ?? "";
    };
    assert.match(await sent(aliyun), /^ALI_TPL \{"code":/);
    assert.match(await sent(tencent), /^1400006666:2 \d{6}\|10$/);
    assert.match(await sent(aliyun), /^ALI_TPL \{"code":/);
    await admin.call(calls.remove, { ids: own.join(",") });
  });

  it("is tried again later with a busy provider, and not with one that refuses", async () => {
    await admin.call(calls.enable, { id: await aSetting() });
    fake.mood.now = "busy";
    const id = await aMessage();
    for (let i = 1; i <= 5; i++) await assert.rejects(run(id), /Throttling/);
    assert.deepEqual([(await rowShape(id)).sendStatus, (await rowShape(id)).attempts], ["0", 5]);
    await run(id);
    assert.deepEqual([(await rowShape(id)).sendStatus, fake.taken.length], ["2", 0]);
    const later = await aMessage();
    await assert.rejects(run(later));
    fake.mood.now = "fine";
    await run(later);
    assert.equal((await rowShape(later)).sendStatus, "1");
    fake.mood.now = "refuse";
    const wrong = await aMessage();
    fake.mood.asked = 0;
    await run(wrong);
    await run(wrong);
    assert.deepEqual([(await rowShape(wrong)).sendStatus, fake.mood.asked], ["2", 1]);
  });

  it("whose process was killed between sending and marking is done once more and never again", async () => {
    await admin.call(calls.enable, { id: await aSetting() });
    const id = await aMessage();
    // The process dies as soon as the provider has the message: nothing is recorded after the claim.
    const dying = smsWorkerBy(async (url, init) => {
      await fake.transport(url, init);
      return new Promise<Response>(() => undefined);
    });
    void dying.run(app, { id });
    while (fake.taken.length < 1) await new Promise((next) => setTimeout(next, 20));
    await assert.rejects(run(id), /another worker/);
    const runOut = () =>
      sql`update sms_message set claimed_until = now() - interval '1 second' where id = ${id}`.execute(app.db);
    await runOut();
    void dying.run(app, { id });
    while (fake.taken.length < 2) await new Promise((next) => setTimeout(next, 20));
    await runOut();
    for (let i = 0; i < 3; i++) await run(id);
    assert.equal(fake.taken.length, 2);
    assert.deepEqual([(await rowShape(id)).sendStatus, (await rowShape(id)).body], ["2", null]);
    assert.match((await rowShape(id)).failReason as string, /不知|未知/);
  });

  it("is done once more, and not again, where the provider closed the connection", async () => {
    await admin.call(calls.enable, { id: await aSetting() });
    fake.mood.now = "hangUp";
    const id = await aMessage();
    await assert.rejects(run(id));
    await assert.rejects(run(id));
    await run(id);
    assert.deepEqual([fake.taken.length, (await rowShape(id)).sendStatus], [2, "2"]);
  });

  it("happens once with many workers, and not at all for an expired code", async () => {
    await admin.call(calls.enable, { id: await aSetting() });
    const id = await aMessage();
    await Promise.allSettled(Array.from({ length: 8 }, () => run(id)));
    assert.equal(fake.taken.length, 1);
    const phone = aPhone();
    await inTx((tx) => sendCode(tx, app, "login", phone));
    const late = (app.sentJobs.pop()?.data as { id: string }).id;
    await sql`update sms_message set expire_time = now() - interval '1 second' where id = ${late}`.execute(app.db);
    await run(late);
    assert.deepEqual([fake.taken.length, (await rowShape(late)).sendStatus], [1, "2"]);
  });

  it("by the local setting writes the log in a demonstration and fails elsewhere; a rolled-back transaction sends nothing", async () => {
    const local = await app.db
      .selectFrom("smsProvider")
      .select("id")
      .where("smsCode", "=", "LOCAL")
      .executeTakeFirstOrThrow();
    await admin.call(calls.enable, { id: local.id });
    const said: string[] = [];
    const within = (demo: boolean) => ({
      ...app,
      settings: { ...app.settings, demo },
      log: {
        ...app.log,
        info: (line: string) => void said.push(line),
        warn: (data: object) => void said.push(JSON.stringify(data)),
      },
    });
    const phone = aPhone();
    await worker().run(within(true), { id: await aMessage(phone) });
    assert.deepEqual(said, [`SMS to ${phone}: 【技培】证书已生成，编号C1。`]);
    const id = await aMessage(phone);
    await worker().run(within(false), { id });
    assert.ok(!(said[1] ?? "").includes(phone) && said.length === 2);
    assert.equal((await rowShape(id)).sendStatus, "2");
    await assert.rejects(
      inTx(async (tx) => {
        await sendSms(tx, app, { template: "CERT_OK", phone: "13700000001", params: { certNo: "undone" } });
        throw new Error("undo");
      }),
    );
    assert.equal(
      (
        await app.db
          .selectFrom("smsMessage")
          .selectAll()
          .where("phoneNumberHash", "=", app.cipher.hash("13700000001"))
          .execute()
      ).length,
      0,
    );
  });
});

describe("SmsMessage.send", () => {
  it("makes one group with one row a number, status by group, masked; codes are limited by number", async () => {
    await admin.call(calls.enable, { id: await aSetting({ category: "1" }) });
    const clerk = app.as("clerk");
    const phones = [aPhone(), aPhone()];
    const input = {
      phoneNumbers: `${phones.join(",")},${phones[0]}`,
      systemId: "ZJGTRAIN",
      messageType: "2",
      message: "【骗子】明日停课",
    } as const;
    const { groupId } = await clerk.call(smsMessageCalls.send, input);
    assert.deepEqual(
      (await clerk.call(smsMessageCalls.statusByGroup, { groupId })).map((row) => [row.phoneNumber, row.sendStatus]),
      phones.map((phone) => [`${phone.slice(0, 3)}****${phone.slice(7)}`, "0"]),
    );
    for (const job of app.sentJobs.splice(0)) await worker().run(app, job.data as { id: string });
    assert.deepEqual(
      fake.taken.map((one) => [one.phone, one.text]),
      phones.map((phone) => [phone, "【技培】明日停课"]),
    );
    const after = await clerk.call(smsMessageCalls.statusByGroup, { groupId });
    assert.ok(after.every((row) => row.sendStatus === "1" && row.sendTime));
    assert.equal(
      ((await clerk.list(smsMessageCalls.list, { phoneNumber: phones[0] as string })) as { total: number }).total,
      1,
    );
    const code = { ...input, messageType: "1", message: "验证码 123456" } as const;
    await clerk.call(smsMessageCalls.send, code);
    assert.equal((await clerk.refused(smsMessageCalls.send, code)).errorCode, "SMS_LIMIT");
    await assert.rejects(
      inTx((tx) => sendCode(tx, app, "login", phones[1] as string)),
      /SMS_LIMIT|频繁/,
    );
    const stored = await app.db
      .selectFrom("smsMessage")
      .selectAll()
      .where("messageType", "=", "1")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    assert.equal(app.cipher.decrypt(stored.message as string), "验证码 ******");
    for (const [bad, word] of [
      [{ phoneNumbers: "12345" }, /号码格式/],
      [{ phoneNumbers: ", ," }, /不能为空|接收号码/],
      [{ phoneNumbers: Array.from({ length: 501 }, aPhone).join(",") }, /500|接收号码/],
      [{ systemId: "OTHER" }, /ZJGTRAIN/],
      [{ message: "【x】" }, /内容/],
      [{ message: "长".repeat(501) }, /内容/],
    ] as const)
      assert.match((await clerk.refused(smsMessageCalls.send, { ...input, ...bad })).msg, word);
    await clerk.call(smsMessageCalls.send, { ...input, message: "长".repeat(500) });
    assert.equal((await clerk.refused(smsMessageCalls.statusByGroup, { groupId: "nosuch" })).errorCode, "NOT_FOUND");
    assert.equal((await app.as("finance").refused(smsMessageCalls.send, input)).errorCode, "ROLE_DENIED");
  });
});

describe("SmsProvider.sendMessage", () => {
  it("uses the named setting, or the one in use; its values are limited like codes", async () => {
    const id = await aSetting({ smsCode: "TRIAL", templateId: "TRIAL_TPL" });
    const phone = aPhone();
    const { groupId } = await admin.call(calls.sendMessage, {
      code: "TRIAL",
      phones: phone,
      params: '{"code":"8888","name":"甲"}',
    });
    for (const job of app.sentJobs.splice(0)) await worker().run(app, job.data as { id: string });
    assert.equal(fake.taken[0]?.text, 'TRIAL_TPL {"code":"8888","name":"甲"}');
    assert.equal((await admin.call(smsMessageCalls.statusByGroup, { groupId }))[0]?.sendStatus, "1");
    assert.equal((await admin.refused(calls.sendMessage, { phones: phone, params: "{}" })).errorCode, "SMS_LIMIT");
    for (const params of ["x", "[]", "null", '{"a":{}}', '{"a b":"1"}'])
      assert.equal((await admin.refused(calls.sendMessage, { phones: aPhone(), params })).errorCode, "FIELD_INVALID");
    assert.equal(
      (await admin.refused(calls.sendMessage, { code: "NOSUCH", phones: aPhone(), params: "{}" })).errorCode,
      "NOT_FOUND",
    );
    await admin.call(calls.remove, { ids: id });
  });
});
