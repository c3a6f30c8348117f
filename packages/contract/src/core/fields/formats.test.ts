import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkCreditCode, creditCodeSum, organisationCodeFits } from "./credit-code.ts";
import {
  checkAccountPhone,
  checkCodeNumber,
  checkEmail,
  checkFormat,
  checkMobile,
  checkUrl,
  isGoodPassword,
  normaliseFormat,
} from "./formats.ts";
import { ageAt, findBirthday, checkIdNumber, idNumberSum, getSex } from "./id-number.ts";

const message = (issue: { zh: string } | null) => issue?.zh ?? "valid";

describe("ID numbers, worked examples", () => {
  const rows: [string, string, number | null, string, ("1" | "2")?, string?][] = [
    ["I1", "329999199001010011", 363, "valid", "1", "1990-01-01"],
    ["I2", "329999198503150028", 422, "valid", "2", "1985-03-15"],
    ["I3", "119999197812310079", 410, "valid", "1", "1978-12-31"],
    ["I4", "659999200002290133", 427, "valid", "1", "2000-02-29"],
    ["I5", "329999200506301186", 413, "valid", "2", "2005-06-30"],
    ["I6", "449999199511110060", 430, "valid", "2", "1995-11-11"],
    ["I7", "32999919930707005X", 464, "valid", "1", "1993-07-07"],
    ["I8", "329999199001010012", 363, "证件号码校验位错误"],
    ["I9", "329999198503150029", 422, "证件号码校验位错误"],
    ["I10", "999999199001010016", 468, "地址编码错误"],
    ["I11", "32999919900101", null, "证件号码长度不为18位"],
    ["I12", "3299991990010100A1", null, "证件号码格式错误"],
    ["I13", "329999199902310038", 433, "证件号码出生日期错误"],
    ["I14", "", null, "证件号码不能为空"],
    ["I15", "32999919930707005x", 464, "valid", "1", "1993-07-07"],
  ];
  for (const [name, value, sum, answer, sex, birthday] of rows)
    test(name, () => {
      assert.equal(message(checkIdNumber(value)), answer);
      assert.equal(message(checkFormat("idNumber", value)), answer);
      if (sum !== null) assert.equal(idNumberSum(value), sum);
      if (sex) assert.equal(getSex(value), sex);
      if (birthday) assert.equal(findBirthday(value), birthday);
    });

  test("blanks around and the day of birth: not after today, not before 1900", () => {
    assert.equal(checkIdNumber("  329999199001010011 "), null);
    assert.equal(message(checkIdNumber("329999200506301186", "1", "2005-06-29")), "证件号码出生日期错误");
    assert.equal(checkIdNumber("329999200506301186", "1", "2005-06-30"), null);
    assert.equal(message(checkIdNumber(withCheck("32999918991231001"))), "证件号码出生日期错误");
  });

  test("other documents: prefixes of residence permits, none for foreigners, free form for the rest", () => {
    assert.equal(checkIdNumber(withCheck("81000019900101001"), "2"), null);
    assert.equal(message(checkIdNumber("329999199001010011", "2")), "地址编码错误");
    assert.equal(checkIdNumber(withCheck("83000019900101001"), "3"), null);
    assert.equal(checkIdNumber(withCheck("99999919900101001"), "4"), null);
    assert.equal(message(checkIdNumber("329999199001010011", "4")), "地址编码错误");
    assert.equal(checkIdNumber("G1234567", "9"), null);
    assert.equal(message(checkIdNumber("G-123", "9")), "证件号码须为6–18位字母或数字");
  });

  test("full years", () => {
    assert.equal(ageAt("2010-11-20", "2026-11-19"), 15);
    assert.equal(ageAt("2010-11-20", "2026-11-20"), 16);
  });
});

describe("credit codes, worked examples", () => {
  const rows: [string, string, number | null, string][] = [
    ["U1", "91350100M000100Y43", 1640, "valid"],
    ["U2", "91329999MA0TEXT12A", 2997, "valid"],
    ["U3", "52329999MJX000122H", 2587, "valid"],
    ["U4", "12329999466001232B", 1384, "valid"],
    ["U5", "91329999MA1TRAN81R", 2796, "valid"],
    ["U6", "93329999MA2CPX0673", 2973, "valid"],
    ["U7", "91329999MA3B004670", 2139, "valid"],
    ["U8", "91350100M000100Y4Z", 1640, "统一社会信用代码含非法字符"],
    ["U9", "91329999MA0TEXT12B", 2997, "统一社会信用代码校验位错误"],
    ["U10", "52329999MJX000122", null, "统一社会信用代码长度不为18位"],
    ["U11", "9132999IMA0TEXT12A", null, "统一社会信用代码含非法字符"],
    ["U12", "91A29999MA1TRAN81R", 2859, "登记机关行政区划码错误"],
  ];
  for (const [name, value, sum, answer] of rows)
    test(name, () => {
      assert.equal(message(checkCreditCode(value)), answer);
      if (sum !== null) assert.equal(creditCodeSum(value), sum);
    });
  test("empty, lower case and blanks", () => {
    assert.equal(message(checkCreditCode("")), "统一社会信用代码不能为空");
    assert.equal(checkFormat("creditCode", " 91329999ma0text12a "), null);
    assert.equal(normaliseFormat("creditCode", " 91329999ma0text12a "), "91329999MA0TEXT12A");
  });
  test("the inner organisation code is only a warning", () => {
    assert.equal(organisationCodeFits("91350100M000100Y43"), true);
    assert.equal(organisationCodeFits("91350100M000100Z43"), false);
  });
});

test("contact phone", () => {
  assert.equal(message(checkMobile("")), "联系电话不能为空");
  assert.equal(message(checkMobile("12345678901")), "联系电话格式不正确");
  assert.equal(message(checkMobile("1380000000")), "联系电话格式不正确");
  assert.equal(checkMobile("13800000000"), null);
});

test("phone of an account", () => {
  assert.equal(message(checkAccountPhone("")), "手机号码不能为空");
  assert.equal(message(checkAccountPhone("138000000")), "手机号码长度不为11位");
  assert.equal(message(checkAccountPhone("02512345678")), "手机号码格式不正确");
  assert.equal(checkAccountPhone("19900000000"), null);
});

test("a password has 8–64 characters without blanks, letters and digits among them", () => {
  for (const good of ["abcdefg1", "密码abc12345", "a1".repeat(32)]) assert.equal(isGoodPassword(good), true, good);
  for (const bad of ["", "abcdef1", "abcdefgh", "12345678", "abcd 1234", "a1".repeat(33)])
    assert.equal(isGoodPassword(bad), false, bad);
});

test("numbers, e-mail, web address", () => {
  assert.equal(message(checkCodeNumber("")), "编号不能为空");
  for (const bad of ["A 1", "编号", "x".repeat(31), "1'--"])
    assert.equal(message(checkCodeNumber(bad)), "编号格式不正确");
  assert.equal(checkCodeNumber("J0012"), null);
  for (const good of ["a@b.cn", "first.last+x@mail.example.museum"]) assert.equal(checkEmail(good), null);
  for (const bad of ["a@b", "a@b.c", "a@b.toolong", "@b.cn", "a b@c.cn", "a@-b.cn"])
    assert.equal(message(checkEmail(bad)), "邮箱格式不正确");
  assert.equal(checkUrl("https://example.cn/a?b=1"), null);
  for (const bad of ["javascript:alert(1)", "ftp://x.cn", "http://", "example.cn"])
    assert.equal(message(checkUrl(bad)), "网址格式不正确");
});

/** 17 digits with their check character. */
function withCheck(digits: string): string {
  return digits + "10X98765432"[idNumberSum(digits) % 11];
}
