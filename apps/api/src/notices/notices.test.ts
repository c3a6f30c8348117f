import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { markRead, popover } from "@jipei/contract/notices/popover.ts";
import { sql } from "kysely";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { notify, sendCode, useCode } from "./notices.queries.ts";
import { sanitiseHtml } from "./sanitise-html.ts";

let app: TestApp;
let categoryId: string;
before(async () => {
  app = await startTestApp();
  categoryId = (
    await app
      .as("clerk")
      .call(noticeCategoryCalls.submit, { categoryNo: "GG", categoryName: "公告", sort: 1, isValid: "isValid" })
  ).id;
});
after(() => app.close());

const draft = (more: object = {}) =>
  ({
    title: "关于开班的公告",
    categoryId,
    target: ["UsedByOrg"],
    isTop: "0",
    content: "<p>内容</p>",
    ...more,
  }) as never;
const post = async (more: object = {}) => (await app.as("clerk").call(noticeCalls.submit, draft(more))).id;
const publish = (ids: string, status = "1") =>
  app.as("clerk").call(noticeCalls.setPublishStatus, { ids, status } as never);
const titles = async (user: TestUser, call: any = noticeCalls.list) =>
  ((await user.list<any>(call, { size: "200" })).records as { title: string }[]).map((row) => row.title);

describe("Notice.setPublishStatus", () => {
  it("12.1: takes a notice from draft to published, withdrawn, published again, until it is removed", async () => {
    const id = await post({ title: "流程" });
    const clerk = app.as("clerk");
    await publish(id);
    const row = await clerk.call(noticeCalls.detail, { id });
    assert.deepEqual(
      [row.publishStatus, row.publishTime?.slice(0, 10), (row as never as { noticeId: string }).noticeId],
      ["1", today(), id],
    );
    assert.equal((await clerk.refused(noticeCalls.submit, { id, title: "改" })).errorCode, "STATE_ILLEGAL");
    assert.equal((await clerk.refused(noticeCalls.remove, { ids: id })).errorCode, "NOTICE_PUBLISHED");
    assert.equal(
      (await app.as("clerk").refused(noticeCalls.setPublishStatus, { ids: id, status: "1" })).errorCode,
      "STATE_ILLEGAL",
    );
    await publish(id, "2");
    await clerk.call(noticeCalls.submit, { id, title: "改" } as never);
    await publish(id);
    await publish(id, "2");
    await clerk.call(noticeCalls.remove, { ids: id });
    const history = await app.db
      .selectFrom("auditRecord")
      .selectAll()
      .where("bizType", "=", "Notice")
      .where("bizId", "=", id)
      .execute();
    assert.deepEqual(
      history.map((entry) => entry.action),
      ["publish", "withdraw", "publish", "withdraw"],
    );
  });

  it("12.1-2: refuses what has expired, and users without the right", async () => {
    const id = await post({ expireDate: addDays(today(), -1) });
    assert.equal(
      (await app.as("clerk").refused(noticeCalls.setPublishStatus, { ids: id, status: "1" })).errorCode,
      "NOTICE_EXPIRED",
    );
    assert.equal(
      (await app.as("orgAdmin").refused(noticeCalls.setPublishStatus, { ids: id, status: "1" })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal((await app.as("leader").refused(noticeCalls.submit, draft())).errorCode, "ROLE_DENIED");
    assert.equal(
      (await app.as("clerk").refused(noticeCalls.setPublishStatus, { ids: id, status: "0" })).errorCode,
      "FIELD_INVALID",
    );
  });
});

describe("Notice.listPublicAll", () => {
  it("shows readers what is published for them or for everybody, until it expires", async () => {
    const [org, person, everybody, hidden] = [
      await post({ title: "给机构" }),
      await post({ title: "给学员", target: ["UsedByPerson"] }),
      await post({ title: "给公众", target: ["public"], expireDate: today() }),
      await post({ title: "草稿" }),
    ];
    await publish(`${org},${person},${everybody}`);
    const seen = async (user: TestUser, call?: any) =>
      (await titles(user, call)).filter((title) => title.startsWith("给") || title === "草稿").sort();
    assert.deepEqual(await seen(app.as("orgAdmin", { orgId: "1" })), ["给公众", "给机构"]);
    assert.deepEqual(await seen(app.as("student")), ["给公众", "给学员"]);
    assert.deepEqual(await seen(app.as("clerk")), ["草稿", "给公众", "给学员", "给机构"].sort());
    assert.deepEqual(await seen(app.stranger, noticeCalls.listPublicAll), ["给公众"]);
    assert.equal((await app.as("student").refused(noticeCalls.detail, { id: org })).errorCode, "NOT_FOUND");
    assert.equal((await app.stranger.refused(noticeCalls.read, { id: org })).errorCode, "NOT_FOUND");
    assert.equal((await app.as("orgAdmin").refused(noticeCalls.read, { id: hidden })).errorCode, "NOT_FOUND");
    await sql`update notice set expire_date = current_date - 1 where id = ${everybody}`.execute(app.db);
    assert.deepEqual(await seen(app.stranger, noticeCalls.listPublicAll), []);
  });
});

describe("Notice.read", () => {
  it("counts each reader once", async () => {
    const id = await post({ title: "计数", target: ["UsedByOrg", "public"] });
    await publish(id);
    const reader = app.as("orgAdmin");
    await reader.call(noticeCalls.read, { id });
    await reader.call(noticeCalls.read, { id });
    await app.as("orgTeacher").call(noticeCalls.read, { id });
    assert.equal((await app.stranger.call(noticeCalls.read, { id })).content, "<p>内容</p>");
    assert.equal((await app.as("clerk").call(noticeCalls.detail, { id })).readCount, 2);
  });
});

describe("sanitiseHtml", () => {
  it("removes scripts, styles, events and pictures", async () => {
    const cases: [string, string][] = [
      ['<p onclick="x()">a</p>', "<p>a</p>"],
      ["<script>alert(1)</script>b", "b"],
      ["<ScRiPt src=x>1</sCrIpT >c", "c"],
      ['<a href="javascript:alert(1)">d</a>', '<a rel="noopener noreferrer" target="_blank">d</a>'],
      ['<a href="java&#115;cript:alert(1)">d</a>', '<a rel="noopener noreferrer" target="_blank">d</a>'],
      [
        '<a href="https://x.cn/?a=1&b=2">e</a>',
        '<a href="https://x.cn/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">e</a>',
      ],
      ["<img src=x onerror=alert(1)>f", "f"],
      ["<svg><script>alert(1)</script></svg>g", "g"],
      ["<p><b>h", "<p><b>h</b></p>"],
      ['1 < 2 && "q" &lt; &nbsp;', '1 &lt; 2 &amp;&amp; "q" &lt; \u00a0'],
      ['<!--<script>--><p style="position:fixed">i</p><style>*{}</style>', "<p>i</p>"],
      ["</p></div>j", "<p></p>j"],
      ['<a href="//x.cn" target="_self" rel="opener">k</a>', '<a rel="noopener noreferrer" target="_blank">k</a>'],
      ['<a href=" java\tscript:alert(1)">k</a>', '<a rel="noopener noreferrer" target="_blank">k</a>'],
      ['<ol start="9e9"><li>k</ol>', "<ol><li>k</li></ol>"],
      ['<p title="><script>k">l</p>', "<p>l</p>"],
      ['<td colspan="2" rowspan="x">m</td>', '<td colspan="2">m</td>'],
      ['<iframe srcdoc="<script>1</script>">n</iframe>o', "o"],
      ["<scr<script>ipt>alert(1)</script>", "ipt&gt;alert(1)"],
    ];
    for (const [input, output] of cases) assert.equal(sanitiseHtml(input), output, input);
    const hostile = Array.from(
      { length: 400 },
      (_, i) => ["<", ">", '"', "'", "script", " on=x", "<p", "</", "&#", "a href=", "<!--", "\u0000"][(i * 7919) % 12],
    ).join("");
    assert.doesNotMatch(sanitiseHtml(hostile), /<(?!\/?(?:p|a|b|i|u|s)\b)/);
    const id = await post({ content: "<p>ok</p><script>bad()</script>" });
    assert.equal((await app.as("clerk").call(noticeCalls.detail, { id })).content, "<p>ok</p>");
    assert.equal(
      (await app.as("clerk").refused(noticeCalls.submit, draft({ content: "<script>x</script>" }))).errorCode,
      "FIELD_INVALID",
    );
  });
});

describe("Notice.submitWithAtt", () => {
  it("saves with files in one request and removes files; readers may download them", async () => {
    const clerk = app.as("clerk");
    const send = async (fields: Record<string, string>, names: string[]) => {
      const boundary = "z-boundary";
      const texts = Object.entries(fields).map(
        ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
      );
      const files = names.map(
        (name) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4 ${name}\r\n`,
      );
      const response = await app.http.inject({
        method: "POST",
        url: noticeCalls.submitWithAtt.path,
        headers: { token: clerk.token, "content-type": `multipart/form-data; boundary=${boundary}` },
        payload: `${texts.join("")}${files.join("")}--${boundary}--\r\n`,
      });
      return response.json();
    };
    const first = await send(
      { title: "带附件", categoryId, target: "UsedByOrg,public", isTop: "1", content: "<p>见附件</p>" },
      ["申请表.pdf", "名单.pdf"],
    );
    assert.equal(first.code, 200, JSON.stringify(first));
    const { id } = first.data;
    const listed = await clerk.call(noticeCalls.selectAtt, { noticid: id });
    assert.deepEqual(
      listed.map((file) => [file.fileName, file.noticeId]),
      [
        ["申请表.pdf", id],
        ["名单.pdf", id],
      ],
    );
    const download = (filename: string, token?: string) =>
      app.http.inject({
        method: "GET",
        url: `${noticeCalls.downloadFile.path}?${new URLSearchParams({ filename })}`,
        headers: token ? { token } : {},
      });
    assert.equal((await download("申请表.pdf")).statusCode, 404, "not published yet");
    await publish(id);
    assert.equal((await download("申请表.pdf")).body, "%PDF-1.4 申请表.pdf");
    assert.equal((await download(listed[1]?.attLink ?? "")).body, "%PDF-1.4 名单.pdf");
    assert.equal((await download("/etc/passwd")).statusCode, 404);
    await publish(id, "2");
    assert.equal((await download("申请表.pdf")).statusCode, 404, "withdrawn");
    const second = await send({ id, title: "带附件", fileDel: listed[0]?.attId ?? "" }, ["补充.pdf"]);
    assert.equal(second.code, 200, JSON.stringify(second));
    assert.deepEqual(
      (await clerk.call(noticeCalls.selectAtt, { noticid: id })).map((file) => file.fileName),
      ["名单.pdf", "补充.pdf"],
    );
    assert.equal((await send({ id, title: "" }, [])).errorCode, "FIELD_INVALID");
  });
});

describe("NoticeCategory.submit", () => {
  it("takes two levels; remove refuses a category in use", async () => {
    const clerk = app.as("clerk");
    const child = await clerk.call(noticeCategoryCalls.submit, {
      categoryNo: "GG1",
      categoryName: "下级",
      sort: 1,
      isValid: "isValid",
      parentId: categoryId,
    });
    assert.equal(
      (
        await clerk.refused(noticeCategoryCalls.submit, {
          categoryNo: "GG2",
          categoryName: "三级",
          sort: 1,
          isValid: "isValid",
          parentId: child.id,
        })
      ).errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (
        await clerk.refused(noticeCategoryCalls.submit, {
          categoryNo: "GG",
          categoryName: "重复",
          sort: 1,
          isValid: "isValid",
        })
      ).errorCode,
      "DUPLICATE",
    );
    assert.equal((await clerk.refused(noticeCategoryCalls.remove, { ids: categoryId })).errorCode, "DEPENDENCY_IN_USE");
    await clerk.call(noticeCategoryCalls.remove, { ids: child.id });
  });
});

const inTx = <T>(work: (tx: any) => Promise<T>) => app.db.transaction().execute(work);
const words = (zh: string) => ({ title: { zh, en: `en ${zh}` }, text: { zh: "正文", en: "text" } });

describe("popover", () => {
  it("shows each reader their own entries, counts the unread, and keeps what was read", async () => {
    const owner = app.as("orgAdmin", { orgId: "501" });
    const stranger = app.as("orgAdmin", { orgId: "502" });
    await inTx(async (tx) => {
      await notify(tx, { to: { orgId: "501" }, kind: "mail", ...words("您的班级已确认"), link: "/class/detail/1" });
      await notify(tx, { to: { role: "orgAdmin" }, ...words("给所有机构管理员") });
      await notify(tx, { to: { userIds: [stranger.actor.userId] }, ...words("给别人") });
    });
    const shown = await owner.call(popover, undefined);
    assert.deepEqual(
      [shown.mail.unread, shown.mail.entries[0]?.titleEn, shown.mail.entries[0]?.path],
      [1, "en 您的班级已确认", "/class/detail/1"],
    );
    assert.deepEqual(
      shown.messages.entries.map((entry) => entry.titleZh),
      ["给所有机构管理员"],
    );
    assert.ok(
      shown.notices.entries.some((entry) => entry.titleZh === "给机构" && entry.path?.startsWith("/my/notice")),
    );
    for (const [role, path] of [
      ["clerk", "/information/notice"],
      ["leader", "/my/notice"],
    ] as const) {
      const { notices } = await app.as(role).call(popover, undefined);
      assert.ok(notices.entries.length > 0 && notices.entries.every((entry) => entry.path?.startsWith(path)), role);
    }
    assert.deepEqual(
      (await stranger.call(popover, undefined)).messages.entries.map((entry) => entry.titleZh),
      ["给别人", "给所有机构管理员"],
    );
    await owner.call(markRead, { ids: shown.mail.entries[0]?.id ?? "" });
    await owner.call(markRead, { group: "notices" });
    const after = await owner.call(popover, undefined);
    assert.deepEqual(
      [after.mail.unread, after.mail.entries[0]?.read, after.messages.unread, after.notices.unread],
      [0, 1, 1, 0],
    );
    assert.equal((await stranger.call(popover, undefined)).messages.unread, 2);
    await owner.call(markRead, { group: "messages" });
    assert.equal((await owner.call(popover, undefined)).messages.unread, 0);
    assert.equal((await owner.refused(markRead, { ids: "x-1" })).errorCode, "FIELD_INVALID");
    await assert.rejects(
      inTx((tx) => notify(tx, { to: { role: "clerk" }, ...words("坏链接"), link: "//evil.example" as "/wel/index" })),
    );
  });
});

const getCode = async (phone: string) => {
  const row = await app.db
    .selectFrom("smsMessage")
    .selectAll()
    .where("phoneNumberHash", "=", app.cipher.hash(phone))
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return /验证码(\d{6})/.exec(app.cipher.decrypt(row.body as string))?.[1] as string;
};
const isInvalid = (error: unknown) => error instanceof Refusal && error.code === "CODE_INVALID";
const isLimit = (error: unknown) => error instanceof Refusal && error.code === "SMS_LIMIT";

describe("useCode", () => {
  it("accepts a code once, in time, for its purpose, within five attempts", async () => {
    const phone = "13800000010";
    await inTx((tx) => sendCode(tx, app, "register", phone));
    const code = await getCode(phone);
    await assert.rejects(
      inTx((tx) => useCode(tx, app, "password", phone, code)),
      isInvalid,
    );
    await assert.rejects(
      inTx((tx) => useCode(tx, app, "register", phone, "000000x")),
      isInvalid,
    );
    await inTx((tx) => useCode(tx, app, "register", phone, code));
    await assert.rejects(
      inTx((tx) => useCode(tx, app, "register", phone, code)),
      isInvalid,
    );
    const other = "13800000011";
    await inTx((tx) => sendCode(tx, app, "register", other));
    const right = await getCode(other);
    for (let i = 0; i < 5; i++)
      await assert.rejects(
        inTx((tx) => useCode(tx, app, "register", other, right === "111111" ? "222222" : "111111")),
        isInvalid,
      );
    await assert.rejects(
      inTx((tx) => useCode(tx, app, "register", other, right)),
      isInvalid,
    );
    const late = "13800000012";
    await inTx((tx) => sendCode(tx, app, "register", late));
    await sql`update verification_code set expire_time = now() - interval '1 second' where phone_hash = ${app.cipher.hash(late)}`.execute(
      app.db,
    );
    await assert.rejects(
      inTx(async (tx) => useCode(tx, app, "register", late, await getCode(late))),
      isInvalid,
    );
  });
});

describe("sendCode", () => {
  it("limits codes per minute, hour and day, also for requests at once", async () => {
    const phone = "13800000020";
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, () => inTx((tx) => sendCode(tx, app, "register", phone))),
    );
    assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 1);
    const age = (interval: string) =>
      sql`update verification_code set create_time = create_time - ${interval}::interval where phone_hash = ${app.cipher.hash(phone)}`.execute(
        app.db,
      );
    for (let i = 0; i < 4; i++) {
      await age("61 seconds");
      await inTx((tx) => sendCode(tx, app, "register", phone));
    }
    await age("61 seconds");
    await assert.rejects(
      inTx((tx) => sendCode(tx, app, "register", phone)),
      isLimit,
    );
    await age("1 hour");
    for (let i = 0; i < 5; i++) {
      await inTx((tx) => sendCode(tx, app, "register", phone));
      await age("61 seconds");
    }
    await age("2 hours");
    await assert.rejects(
      inTx((tx) => sendCode(tx, app, "register", phone)),
      isLimit,
    );
  });
});
