import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CallError } from "./call-error.ts";

const answer = { errorCode: "INTERNAL", msg: "服务器异常", msgEn: "Server error" };

describe("the text of a call that failed", () => {
  it("has the id of its request where the server failed, in both languages", () => {
    const error = new CallError(500, answer, "K7QF3M2PXA");
    assert.deepEqual(
      [error.text("zh"), error.text("en")],
      ["服务器异常（请求编号 K7QF3M2PXA）", "Server error (request K7QF3M2PXA)"],
    );
  });

  it("is as it came where the user can do something about it, or no answer came", () => {
    assert.equal(new CallError(409, { ...answer, msg: "已存在" }, "K7QF3M2PXA").text("zh"), "已存在");
    assert.equal(new CallError(500, answer).text("en"), "Server error");
  });

  it("takes other words where the server gave none, and keeps those that it gave", () => {
    const words = ["文件加载失败", "The file could not be loaded"] as const;
    assert.equal(new CallError(502, {}).text("zh"), "未知错误");
    const silent = new CallError(502, {}).orSaying(words);
    assert.deepEqual([silent.status, silent.text("zh"), silent.text("en")], [502, ...words]);
    assert.equal(new CallError(409, { msg: "已存在" }).orSaying(words).text("zh"), "已存在");
  });
});
