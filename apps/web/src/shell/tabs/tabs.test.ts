import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Location } from "react-router";
import { closeAll, closeOthers, closeTab, noTabs, openTab, refreshTab, restoreTabs, setTitle } from "./tabs.ts";
import type { Tabs } from "./tabs.ts";

const at = (pathname: string, search = ""): Location => ({
  pathname,
  search,
  hash: "",
  state: null,
  key: pathname + search,
});
const saved = () => false;
const visit = (paths: readonly string[], limit = 20, isUnsaved: (path: string) => boolean = saved) =>
  paths.reduce((tabs, path) => openTab(tabs, at(path), limit, isUnsaved), noTabs);
const paths = (tabs: Tabs) => tabs.list.map(({ path }) => path);

describe("openTab", () => {
  it("gives a page one tab, however often and with whatever query it is visited", () => {
    const tabs = openTab(visit(["/a", "/b", "/a"]), at("/a", "?current=2"), 20, saved);
    assert.deepEqual(paths(tabs), ["/wel/index", "/a", "/b"]);
    assert.equal(tabs.active, "/a");
    assert.equal(tabs.list[1]?.location.search, "?current=2");
  });

  it("lets the page unused for longest go, and keeps its tab", () => {
    const tabs = visit(["/a", "/b", "/c", "/a", "/d"], 3);
    assert.deepEqual(tabs.kept, ["/c", "/a", "/d"]);
    assert.deepEqual(paths(tabs), ["/wel/index", "/a", "/b", "/c", "/d"]);
  });

  it("keeps pages with unsaved entries, however long they are unused", () => {
    const isUnsaved = (path: string) => path === "/a" || path === "/c";
    assert.deepEqual(visit(["/a", "/b", "/c", "/d", "/e"], 3, isUnsaved).kept, ["/a", "/c", "/e"]);
    assert.deepEqual(visit(["/a", "/c", "/d"], 1, isUnsaved).kept, ["/a", "/c", "/d"]);
  });

  it("forgets a passing page with the next one", () => {
    const tabs = openTab(visit(["/a"]), at("/once"), 20, saved, true);
    assert.equal(tabs.active, "/once");
    assert.deepEqual(paths(openTab(tabs, at("/a"), 20, saved)), ["/wel/index", "/a"]);
  });
});

describe("closeTab", () => {
  it("leads from the tab on screen to its right neighbour, else to the left one", () => {
    const tabs = visit(["/a", "/b", "/c", "/b"]);
    const closed = closeTab(tabs, "/b");
    assert.equal(closed.goTo?.pathname, "/c");
    assert.deepEqual(paths(closed.tabs), ["/wel/index", "/a", "/c"]);
    assert.ok(!closed.tabs.kept.includes("/b"));
    assert.equal(closeTab(visit(["/a", "/b"]), "/b").goTo?.pathname, "/a");
    assert.equal(closeTab(tabs, "/a").goTo, null);
  });

  it("keeps the home tab", () => {
    assert.deepEqual(closeTab(noTabs, "/wel/index"), { tabs: noTabs, goTo: null });
    assert.deepEqual(paths(closeAll(visit(["/a", "/b"]))), ["/wel/index"]);
  });
});

describe("closeOthers and closeAll", () => {
  it("leave the tab and the home tab", () => {
    assert.deepEqual(paths(closeOthers(visit(["/a", "/b", "/c"]), "/b")), ["/wel/index", "/b"]);
  });
});

describe("refreshTab and setTitle", () => {
  it("make a new page, and name the tab", () => {
    const tabs = setTitle(refreshTab(refreshTab(visit(["/a"]), "/a"), "/a"), "/a", "2026焊工一班");
    assert.equal(tabs.revisions["/a"], 2);
    assert.equal(tabs.list[1]?.title, "2026焊工一班");
  });
});

describe("restoreTabs", () => {
  it("brings tabs back without their pages", () => {
    const tabs = restoreTabs([
      { path: "/wel/index", search: "", title: null },
      { path: "/a", search: "?x=1", title: "A" },
    ]);
    assert.deepEqual(paths(tabs), ["/wel/index", "/a"]);
    assert.deepEqual(tabs.kept, []);
    assert.equal(tabs.list[1]?.location.search, "?x=1");
  });
});
