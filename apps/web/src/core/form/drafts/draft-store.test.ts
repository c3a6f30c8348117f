import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { entity } from "@jipei/contract/core/entity.ts";
import { code, codeList, date, ref, text } from "@jipei/contract/core/fields/field.ts";
import { draftName, newRow, restored } from "./draft-store.ts";
import { getId } from "../fields.ts";

const Student = entity(
  "Student",
  "学员",
  "Student",
  {
    name: text(50, "姓名", "Name", "required", { person: true }),
    idNumber: text(18, "证件号码", "ID number", "required", { masked: "idNumber", encrypted: true }),
    idType: code(codeList("ID_TYPE", "证件类型", "Kind", { "1": ["身份证", "ID card"] }), "证件类型", "Kind"),
    classId: ref("Class", "班级", "Class", "required"),
    entryDate: date("入职日期", "Since"),
  },
  { title: "name" },
);
const nameOf = (place: string, initial: object) => draftName("7", Student, newRow(Student, place, initial));

describe("newRow", () => {
  it("tells new rows by their page, and by the values that they begin with", () => {
    const inClass = (classId: string) => nameOf("/class/roster", { classId, idType: "1" });
    assert.equal(inClass("1"), inClass("1"));
    assert.notEqual(inClass("1"), inClass("2"));
    assert.notEqual(nameOf("/class/detail/1", {}), nameOf("/class/detail/2", {}));
    assert.notEqual(inClass("1"), draftName("7", Student, "1"));
  });

  it("leaves out days, which are others tomorrow, and whatever tells of a person", () => {
    assert.equal(
      nameOf("/a", { name: "张三", idNumber: "330000199001010000", entryDate: "2026-11-30", classId: "1", other: 2 }),
      nameOf("/a", { classId: "1" }),
    );
  });
});

describe("restored", () => {
  it("takes over what may be changed, and nothing else", () => {
    const draft = { values: { classId: "1", idType: "1" }, time: 0 };
    assert.deepEqual(restored(draft, ["idType", "entryDate"]), { idType: "1" });
    assert.deepEqual(restored(null, ["idType"]), {});
  });
});

describe("getId", () => {
  it("refuses a row without id, which would be taken for any other such row", () => {
    assert.equal(getId({ id: "5" }), "5");
    assert.throws(() => getId({ scheduleId: "5" }));
  });
});
