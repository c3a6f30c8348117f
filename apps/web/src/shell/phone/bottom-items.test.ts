import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MenuItem } from "@jipei/contract/auth/menu.ts";
import { bottomItems } from "./bottom-items.ts";

const item = (path: string, children?: MenuItem[]): MenuItem => ({
  id: path,
  name: path,
  nameEn: null,
  menuNo: "M",
  supMenuNo: "0",
  code: "menu",
  parentId: "0",
  sort: 1,
  orderBy: 1,
  path,
  icon: null,
  isOpen: "1",
  roles: null,
  ...(children && { children }),
});

describe("bottomItems", () => {
  it("has the pages that people open most, in its own order", () => {
    const menu = ["/stu/class", "/wel/index", "/stu/grade", "/stu/sign", "/stu/cert"].map((path) => item(path));
    assert.deepEqual(
      bottomItems(menu).map(({ path }) => path),
      ["/wel/index", "/stu/sign", "/stu/class", "/stu/cert"],
    );
  });

  it("fills up with the first pages of the product of another menu, at most four", () => {
    const menu = [
      item("https://example.org/"),
      item("/wel/index"),
      item("/ass", [item("/ass/task"), item("/ass/grade"), item("/ass/info")]),
      item("/info/index"),
    ];
    assert.deepEqual(
      bottomItems(menu).map(({ path }) => path),
      ["/wel/index", "/ass/task", "/ass/grade", "/ass/info"],
    );
  });
});
