import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { entity } from "@jipei/contract/core/entity.ts";
import { date, decimal, text } from "@jipei/contract/core/fields/field.ts";
import { isFilter, getParams, readView, writeView } from "./list-params.ts";

const Course = entity(
  "Course",
  "课程",
  "Course",
  {
    name: text(50, "名称", "Name", "required"),
    startDate: date("开始", "Start"),
    fee: decimal(8, 2, "费用", "Fee"),
    idNumber: text(18, "证件", "ID", "optional", { encrypted: true }),
  },
  { title: "name", filters: ["name", "startDate", "idNumber"], sorts: ["startDate"] },
);
const read = (query: string) => readView(Course, new URLSearchParams(query));

describe("readView and writeView", () => {
  it("turn an address into a view and back", () => {
    const query = "name=焊&startDate_dategt=2026-01-01&current=3&size=30&descs=startDate&hide=fee%2Cname";
    const view = read(query);
    assert.deepEqual(view, {
      current: 3,
      size: 30,
      sort: { field: "startDate", descending: true },
      filters: { name: "焊", startDate_dategt: "2026-01-01" },
      hidden: ["fee", "name"],
    });
    assert.equal(writeView(Course, view, new URLSearchParams()).toString(), new URLSearchParams(query).toString());
    assert.deepEqual(getParams(view), {
      name: "焊",
      startDate_dategt: "2026-01-01",
      current: 3,
      size: 30,
      descs: "startDate",
    });
  });
});

describe("readView", () => {
  it("passes over what the list call would refuse", () => {
    const view = read("fee=1&nonsense=2&name_ge=a&idNumber_like=3&ascs=password&size=7&current=-1");
    assert.deepEqual(view, { current: 1, size: null, sort: null, filters: {}, hidden: null });
    assert.deepEqual(getParams(view), { current: 1 });
  });
});

describe("writeView", () => {
  it("drops empty fields and keeps the parameters of others", () => {
    const view = {
      current: 1,
      size: null,
      sort: null,
      filters: { name: "  ", startDate_datelt: "2026-02-01" },
      hidden: null,
    };
    assert.equal(
      writeView(Course, view, new URLSearchParams("view=7&name=old&current=4")).toString(),
      "view=7&startDate_datelt=2026-02-01",
    );
  });
});

describe("isFilter", () => {
  it("knows names with suffixes", () => {
    assert.equal(isFilter(Course, "name_like"), true);
    assert.equal(isFilter(Course, "_like"), false);
    assert.equal(isFilter(Course, "name_drop"), false);
  });
});
