import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { deskNoticeCalls as calls } from "@jipei/contract/notices/desk-notice.ts";
import { markRead, popover } from "@jipei/contract/notices/popover.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const draft = (more: object = {}) =>
  ({
    title: "关于放假的通知",
    category: "6",
    releaseTime: `${addDays(today(), -1)} 08:00:00`,
    content: "<p>内容</p>",
    ...more,
  }) as never;
const post = async (more: object = {}) => (await app.as("clerk").call(calls.submit, draft(more))).id;
const titles = async (user: TestUser, parameters: Record<string, string> = {}) =>
  ((await user.list(calls.list, parameters)) as { records: { title: string }[] }).records.map((row) => row.title);

describe("DeskNotice.submit", () => {
  it("saves what list and detail show, until it is removed, and writes the history", async () => {
    const clerk = app.as("clerk");
    const id = await post({ title: "设备检修", content: '<p onclick="x()">停电<script>bad()</script></p>' });
    assert.equal((await clerk.call(calls.detail, { id })).content, "<p>停电</p>");
    assert.deepEqual(await titles(clerk, { title: "检修" }), ["设备检修"]);
    assert.deepEqual(await titles(clerk, { category: "1" }), []);
    assert.deepEqual(
      await titles(clerk, {
        releaseTime_dategt: `${addDays(today(), -2)} 00:00:00`,
        releaseTime_datelt: `${today()} 00:00:00`,
        title: "检修",
      }),
      ["设备检修"],
    );
    await clerk.call(calls.submit, { id, title: "设备检修（改期）" } as never);
    assert.equal((await clerk.refused(calls.submit, draft({ content: "<p>&nbsp;</p>" }))).errorCode, "FIELD_INVALID");
    assert.equal((await clerk.refused(calls.submit, draft({ category: "7" }))).errorCode, "FIELD_INVALID");
    await app.as("sysAdmin").call(calls.remove, { ids: id });
    const history = await app.db
      .selectFrom("auditRecord")
      .selectAll()
      .where("bizType", "=", "DeskNotice")
      .where("bizId", "=", id)
      .execute();
    assert.deepEqual(
      history.map((entry) => entry.action),
      ["add", "edit", "remove"],
    );
  });
});

describe("DeskNotice.list", () => {
  it("shows readers released notices, which they may not write; students see none", async () => {
    await post({ title: "已发布" });
    const coming = await post({ title: "明日发布", releaseTime: `${addDays(today(), 1)} 08:00:00` });
    for (const role of ["finance", "leader", "orgAdmin", "entAdmin"] as const) {
      const reader = app.as(role, { orgId: "1", entId: "1" });
      const seen = await titles(reader);
      assert.ok(seen.includes("已发布") && !seen.includes("明日发布"), role);
      assert.equal((await reader.refused(calls.detail, { id: coming })).errorCode, "NOT_FOUND");
      assert.equal((await reader.refused(calls.submit, draft())).errorCode, "ROLE_DENIED");
      assert.equal((await reader.refused(calls.remove, { ids: coming })).errorCode, "ROLE_DENIED");
    }
    assert.ok((await titles(app.as("clerk"))).includes("明日发布"));
    assert.equal((await app.as("clerk").refused(calls.remove, { ids: coming })).errorCode, "ROLE_DENIED");
    assert.equal((await app.as("student").refused(calls.list, {})).errorCode, "ROLE_DENIED");
  });
});

describe("popover", () => {
  it("counts a notice as unread until it is opened, separately for each reader", async () => {
    const id = await post({ title: "打开即已读" });
    const [reader, other] = [app.as("finance"), app.as("orgAdmin", { orgId: "1" })];
    const entry = async (user: TestUser) => {
      const { notices } = await user.call(popover, undefined);
      return { unread: notices.unread, one: notices.entries.find((one) => one.id === `desk-${id}`) };
    };
    const before = await entry(reader);
    assert.deepEqual([before.one?.read, before.one?.path], [0, `/desk/notice?read=${id}`]);
    await reader.call(calls.detail, { id });
    await reader.call(calls.detail, { id });
    const opened = await entry(reader);
    assert.deepEqual([opened.one?.read, opened.unread], [1, before.unread - 1]);
    assert.equal((await entry(other)).one?.read, 0);
    await other.call(markRead, { ids: `desk-${id}` });
    assert.equal((await entry(other)).one?.read, 1);
    assert.equal((await entry(app.as("student"))).one, undefined);
    const held = app.as("finance", {
      dataScopes: [
        { id: "1", entity: "DeskNotice", kind: "5", column: null, expression: `title = '别的'`, fields: null },
      ],
    });
    assert.equal((await entry(held)).one, undefined, "what a data scope hides");
    const coming = await post({ title: "未到时间", releaseTime: `${addDays(today(), 1)} 08:00:00` });
    await reader.call(markRead, { ids: `desk-${coming}` });
    assert.equal(
      (await app.db.selectFrom("deskNoticeRead").selectAll().where("deskNoticeId", "=", coming).execute()).length,
      0,
    );
  });
});
