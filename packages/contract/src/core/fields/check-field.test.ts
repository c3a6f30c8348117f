import assert from "node:assert/strict";
import { test } from "node:test";
import { picked } from "../call.ts";
import { findIssue } from "./check-field.ts";
import type { Field } from "./field.ts";
import { code, codeList, codes, date, datetime, decimal, files, id, int, ref, text, texts, time } from "./field.ts";

const level = codeList("LEVEL", "等级", "Level", { "1": ["一级", "Level 1"], "2": ["二级", "Level 2"] });
const zh = (field: Field, value: unknown, phase?: "save" | "submit") => findIssue(field, value, phase)?.zh ?? null;

test("findIssue asks for a missing value with the text of its kind", () => {
  assert.equal(zh(text(10, "姓名", "Name", "required"), "  "), "请输入姓名");
  assert.equal(zh(code(level, "等级", "Level", "required"), null), "请选择等级");
  assert.equal(zh(files("材料", "Documents", "required"), []), "请上传材料");
  assert.equal(zh(text(18, "身份证", "ID", "required", { format: "idNumber" }), ""), "证件号码不能为空");
  assert.equal(zh(text(11, "电话", "Phone", "required", { format: "mobile" }), ""), "联系电话不能为空");
});

test("findIssue asks nobody to type an id: one is missing in a broken link, several are picked", () => {
  assert.equal(zh(id("主键", "Id", "required"), null), "找不到该数据，链接不完整");
  assert.equal(zh(picked(), ""), "请选择数据");
});

test("ids are written in one way: two texts that differ are two ids", () => {
  const field = id("主键", "Id", "required");
  for (const good of ["0", "7", "9223372036854775807"]) assert.equal(zh(field, good), null, good);
  for (const bad of ["07", "00", " 7", "+7", "-7", "7.0", "9223372036854775808"])
    assert.equal(zh(field, bad), "找不到该数据，链接不完整", bad);
});

test("findIssue demands submit fields at submission only, and computed ones never", () => {
  const field = text(10, "许可证号", "Licence", "submit");
  assert.equal(zh(field, ""), null);
  assert.equal(zh(field, "", "submit"), "请输入许可证号");
  assert.equal(zh(text(10, "编号", "No", "computed"), null, "submit"), null);
});

test("texts: length, NUL, format", () => {
  const field = text(3, "简称", "Short name");
  assert.equal(zh(field, "一二三"), null);
  assert.equal(zh(field, "一二三四"), "简称不能超过3个字符");
  assert.equal(zh(field, "a\0"), "简称含无法保存的字符");
  assert.equal(zh(text(11, "电话", "Phone", "optional", { format: "mobile" }), "123"), "联系电话格式不正确");
  assert.equal(zh(texts(2, "标签", "Tags"), ["ab", "abc"]), "标签不能超过2个字符");
});

test("numbers", () => {
  const money = decimal(12, 2, "金额", "Amount", "optional", { min: 0 });
  for (const good of ["0", "1500.00", "9999999999.99", "0000000000001.5"]) assert.equal(zh(money, good), null);
  assert.equal(zh(money, "1.005"), "金额最多2位小数");
  assert.equal(zh(money, "99999999999"), "金额整数部分最多10位");
  assert.equal(zh(money, "-1"), "金额不能小于0");
  for (const bad of ["1e5", "1,000", "abc", ".5", "1.", "٣"]) assert.equal(zh(money, bad), "金额须为数字");
  const count = int("人数", "People", "optional", { min: 1, max: 50 });
  assert.equal(zh(count, 50), null);
  assert.equal(zh(count, 51), "人数不能大于50");
  assert.equal(zh(count, 1.5), "人数须为整数");
  assert.equal(zh(count, "5"), "人数须为整数");
});

test("dates and times exist", () => {
  assert.equal(zh(date("日期", "Date"), "2024-02-29"), null);
  for (const bad of ["2023-02-29", "2026-13-01", "2026-1-1", "20260101"])
    assert.equal(zh(date("日期", "Date"), bad), "日期须为有效日期");
  assert.equal(zh(datetime("时间", "Time"), "2026-11-20 08:30:00"), null);
  assert.equal(zh(datetime("时间", "Time"), "2026-11-20 24:00:00"), "时间须为有效时间");
  assert.equal(zh(time("时刻", "Time"), "23:59"), null);
  assert.equal(zh(time("时刻", "Time"), "24:00"), "时刻须为有效时刻");
});

test("codes and references", () => {
  assert.equal(zh(code(level, "等级", "Level"), "1"), null);
  for (const bad of ["9", "toString", 1]) assert.equal(zh(code(level, "等级", "Level"), bad), "等级不在可选范围内");
  assert.equal(zh(codes(level, "等级", "Levels"), ["1", "9"]), "等级不在可选范围内");
  assert.equal(zh(ref("Org", "机构", "Institution"), "1123598821738675201"), null);
  assert.equal(zh(ref("Org", "机构", "Institution"), "1' or 1=1"), "机构格式不正确");
});
