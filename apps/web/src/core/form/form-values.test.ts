import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { entity } from "@jipei/contract/core/entity.ts";
import { decimal, files, int, lookup, ref, text } from "@jipei/contract/core/fields/field.ts";
import { keptValues } from "./drafts/draft-store.ts";
import { defaultColumns, defaultFormFields, defaultViewFields, referenceTitle } from "./fields.ts";
import { changedValues, formIssue, plainNumber, saveInput, wholeNumber } from "./form-values.ts";

const Teacher = entity(
  "Teacher",
  "教师",
  "Teacher",
  {
    teacherNo: text(8, "编号", "Number", "computed"),
    name: text(50, "姓名", "Name", "required"),
    phone: text(11, "电话", "Phone", "required", { format: "mobile", masked: "phone", encrypted: true }),
    fee: decimal(8, 2, "课酬", "Fee"),
    orgId: ref("Org", "机构", "Institution", "required"),
    orgName: lookup("orgId", "Org", "orgName", "机构", "Institution"),
    photo: files("照片", "Photo"),
    password: text(20, "密码", "Password", "optional", { writeOnly: true }),
  },
  { title: "name", idName: "teacherId" },
);
const names = ["name", "phone", "fee", "orgId", "photo"];
const row = {
  id: "7",
  version: 3,
  name: "张三",
  phone: "138****0000",
  fee: "80.00",
  orgId: "1",
  orgName: "一校",
  photo: [{ attId: "5", fileName: "a.png" }],
};

describe("saveInput", () => {
  it("sends what is filled in of a new row", () => {
    assert.deepEqual(
      saveInput(
        Teacher,
        names,
        { name: " 张三 ", phone: "13800000000", fee: "", orgId: "1", photo: [], teacherNo: "X" },
        null,
      ),
      { name: "张三", phone: "13800000000", orgId: "1", photo: [] },
    );
  });

  it("sends id, version and what was changed of an existing row, and never a mask", () => {
    assert.deepEqual(saveInput(Teacher, names, { ...row }, row), { id: "7", version: 3 });
    assert.deepEqual(saveInput(Teacher, names, { ...row, fee: "", name: "李四", photo: [{ attId: "6" }] }, row), {
      id: "7",
      version: 3,
      name: "李四",
      fee: null,
      photo: [{ attId: "6" }],
    });
    assert.deepEqual(saveInput(Teacher, names, { ...row, phone: "13900000000" }, row), {
      id: "7",
      version: 3,
      phone: "13900000000",
    });
  });
});

describe("formIssue", () => {
  it("accepts a mask left as it came, and refuses one that is typed in", () => {
    const { phone } = Teacher.fields;
    assert.equal(formIssue(phone, "138****0000", "138****0000", "save"), null);
    assert.equal(formIssue(phone, "139****0000", "138****0000", "save")?.zh, "联系电话格式不正确");
    assert.equal(formIssue(phone, "", "138****0000", "save")?.zh, "联系电话不能为空");
  });
});

describe("plainNumber", () => {
  it("reads numbers as they are typed", () => {
    assert.equal(plainNumber("１，５００．５０"), "1500.50");
    assert.equal(plainNumber(" 1,500 "), "1500");
  });
});

describe("changedValues", () => {
  it("holds what was changed", () => {
    assert.deepEqual(changedValues(names, { ...row, fee: "", name: " 张三" }, row), { fee: "" });
    assert.deepEqual(changedValues(names, { name: "张三", fee: undefined }, null), { name: "张三" });
  });
});

describe("keptValues", () => {
  it("leaves out personal data and passwords", () => {
    assert.deepEqual(
      keptValues(Teacher, { name: "张三", phone: "13800000000", password: "x", fee: undefined, stray: 1 }),
      { name: "张三" },
    );
  });
});

describe("defaultColumns, defaultFormFields and defaultViewFields", () => {
  it("choose what is shown when a page does not say", () => {
    assert.deepEqual(defaultColumns(Teacher), ["name", "teacherNo", "phone", "fee", "orgName", "createTime"]);
    assert.deepEqual(defaultFormFields(Teacher), ["name", "phone", "fee", "orgId", "photo", "password", "remark"]);
    assert.deepEqual(defaultViewFields(Teacher), [
      "teacherNo",
      "name",
      "phone",
      "fee",
      "orgName",
      "photo",
      "createTime",
      "updateTime",
      "remark",
    ]);
    assert.equal(referenceTitle(Teacher, "orgId", row, "orgName"), "一校");
  });
});

describe("wholeNumber", () => {
  it("takes a whole number as it is typed, or leaves it to be refused; it never makes another one of it", () => {
    const headcount = int("人数", "People", "required", { min: 1, max: 9999 });
    assert.deepEqual(["５０", "1,000", "0"].map(wholeNumber), [50, 1000, 0]);
    assert.deepEqual(
      ["-5", "99999", "3.7", "12a", "-"].map(
        (typed) => formIssue(headcount, wholeNumber(typed), undefined, "save")?.zh,
      ),
      ["人数不能小于1", "人数不能大于9999", "人数须为整数", "人数须为整数", "人数须为整数"],
    );
  });
});
