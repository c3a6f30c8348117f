import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MenuItem } from "@jipei/contract/auth/menu.ts";
import { leaves, menuName, getPath, trail, visibleMenu } from "./menu-tree.ts";
import { narrowTo } from "./narrow-menu.ts";

const item = (id: string, name: string, path: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  name,
  nameEn: null,
  menuNo: `M${id}`,
  supMenuNo: "0",
  code: `menu${id}`,
  parentId: "0",
  sort: Number(id),
  orderBy: Number(id),
  path,
  icon: null,
  isOpen: "1",
  roles: null,
  ...more,
});
const menu = [
  item("3", "系统管理", "/system", { children: [item("31", "用户", "/system/user", { roles: ["sysAdmin"] })] }),
  item("2", "班级管理", "/class", {
    nameEn: "Classes",
    children: [
      item("22", "学员审核", "/class/student", { nameEn: "Student check" }),
      item("21", "班级查询", "/class/index"),
      item("23", "省厅", "https://example.org/"),
    ],
  }),
  item("4", "未建成", "/not/built"),
];
const exists = (path: string) => path !== "/not/built";
const seen = (aliases: string[]) => visibleMenu(menu, aliases, exists);

describe("visibleMenu", () => {
  it("leaves entries for the roles of the user, with a page, in their order, and no empty branches", () => {
    assert.deepEqual(
      leaves(seen(["clerk"])).map(({ name }) => name),
      ["班级查询", "学员审核", "省厅"],
    );
    assert.deepEqual(
      seen(["sysAdmin", "clerk"]).map(({ name }) => name),
      ["班级管理", "系统管理"],
    );
  });
});

describe("trail", () => {
  it("leads from the root to the page, also for an external page in a frame", () => {
    const names = (path: string) => trail(menu, path).map(({ name }) => name);
    assert.deepEqual(names("/class/index"), ["班级管理", "班级查询"]);
    assert.equal(getPath(leaves(menu).find(({ name }) => name === "省厅")!), "/myiframe/M23");
    assert.deepEqual(names("/myiframe/M23"), ["班级管理", "省厅"]);
    assert.deepEqual(names("/nowhere"), []);
  });
});

describe("menuName", () => {
  it("follows the language; what has no English name keeps its own", () => {
    assert.equal(menuName(menu[1]!, "en"), "Classes");
    assert.equal(menuName(menu[1]!, "zh"), "班级管理");
    assert.equal(menuName(menu[0]!, "en"), "系统管理");
  });
});

describe("narrowTo", () => {
  it("narrows the tree to the entries of a top menu and the branches that lead there", () => {
    const top = { id: "1", code: "c", name: "业务", nameEn: null, source: null, path: null, sort: 1 };
    assert.deepEqual(
      leaves(narrowTo(menu, { ...top, menuIds: ["21"] })).map(({ name }) => name),
      ["班级查询"],
    );
    assert.equal(leaves(narrowTo(menu, { ...top, menuIds: ["2"] })).length, 3);
    assert.equal(narrowTo(menu, { ...top, menuIds: [] }), menu);
  });
});
