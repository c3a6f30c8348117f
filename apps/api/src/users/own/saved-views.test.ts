import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { maxViews, savedViewCalls } from "@jipei/contract/users/saved-view.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const list = "train_class-TrainingClass";
const view = (name: string, part: object = {}) => ({
  list,
  name,
  query: "descs=createTime",
  isDefault: "0" as const,
  ...part,
});
const names = async (user: TestUser) =>
  (await user.call(savedViewCalls.list, undefined)).map(
    ({ name, isDefault }) => `${name}${isDefault === "1" ? "*" : ""}`,
  );

describe("SavedView.save", () => {
  it("keeps a view for its user alone, replaces the one of the same name, and has one default for each list", async () => {
    const [own, other] = [app.as("clerk"), app.as("clerk")];
    const first = await own.call(savedViewCalls.save, view("待确认", { isDefault: "1" }));
    assert.deepEqual(
      await own.call(savedViewCalls.save, view("待确认", { query: "hide=remark", isDefault: "1" })),
      first,
    );
    await own.call(savedViewCalls.save, view("今年", { isDefault: "1" }));
    await own.call(savedViewCalls.save, view("待确认", { list: "train_plan-Plan", isDefault: "1" }));
    assert.deepEqual(await names(own), ["待确认", "今年*", "待确认*"]);
    assert.deepEqual(await names(other), []);
  });

  it("renames by its id, but not to the name of another view (DUPLICATE), and none of another user (NOT_FOUND)", async () => {
    const [own, other] = [app.as("clerk"), app.as("clerk")];
    const { id } = await own.call(savedViewCalls.save, view("甲"));
    await own.call(savedViewCalls.save, view("乙"));
    await own.call(savedViewCalls.save, view("丙", { id }));
    assert.deepEqual(await names(own), ["丙", "乙"]);
    assert.equal((await own.refused(savedViewCalls.save, view("乙", { id }))).errorCode, "DUPLICATE");
    assert.equal((await other.refused(savedViewCalls.save, view("丁", { id }))).errorCode, "NOT_FOUND");
    assert.equal(
      (await own.refused(savedViewCalls.save, view("丁", { id, list: "train_plan-Plan" }))).errorCode,
      "NOT_FOUND",
      "a view stays with its list",
    );
  });

  it("refuses lists that do not exist, parameters of none, and filters by personal data, which is stored encrypted alone", async () => {
    const clerk = app.as("clerk");
    for (const [part, field] of [
      [{ list: "train_class-Nothing" }, "列表"],
      [{ list: "__proto__" }, "列表"],
      [{ query: "nothing=1" }, "条件"],
      [{ query: "constructor=1" }, "条件"],
      [{ list: "train_student-Student", query: "idNumber=330102199001011234" }, "条件"],
      [{ list: "train_student-Student", query: "phone_equal=13800000000" }, "条件"],
    ] as const) {
      const refusal = await clerk.refused(savedViewCalls.save, view("错", part));
      assert.deepEqual([refusal.errorCode, refusal.msg.split("：")[0]], ["FIELD_INVALID", field], JSON.stringify(part));
    }
    await clerk.call(savedViewCalls.save, view("姓名", { list: "train_student-Student", query: "name=王" }));
  });

  it("keeps so many of one user, also when several are saved at once (VIEW_LIMIT)", async () => {
    const clerk = app.as("clerk");
    await app.pool.query(
      "insert into saved_view (user_id, list, name) select $1, $2, '视图' || n from generate_series(2, $3::int) n",
      [clerk.actor.userId, list, maxViews],
    );
    const codes = await Promise.all(["甲", "乙", "丙"].map((name) => clerk.attempt(savedViewCalls.save, view(name))));
    assert.deepEqual(
      codes.flatMap(({ errorCode }) => errorCode ?? []),
      ["VIEW_LIMIT", "VIEW_LIMIT"],
    );
    assert.equal((await names(clerk)).length, maxViews);
  });
});

describe("SavedView.remove", () => {
  it("removes own views, all or none; those of others are not there (NOT_FOUND)", async () => {
    const [own, other] = [app.as("orgAdmin", { orgId: "1" }), app.as("orgAdmin", { orgId: "1" })];
    const { id } = await own.call(savedViewCalls.save, view("甲"));
    const { id: foreign } = await other.call(savedViewCalls.save, view("甲"));
    assert.equal((await own.refused(savedViewCalls.remove, { ids: `${id},${foreign}` })).errorCode, "NOT_FOUND");
    assert.deepEqual([await names(own), await names(other)], [["甲"], ["甲"]]);
    await own.call(savedViewCalls.remove, { ids: id });
    assert.deepEqual(await names(own), []);
  });
});
