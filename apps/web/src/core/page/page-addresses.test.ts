import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, it } from "node:test";
import { pages } from "@jipei/contract/all-pages.ts";
import { listedPages, publicPages } from "@jipei/contract/pages.ts";
import { pageAddresses } from "../../../page-addresses.ts";
import { findResourcePages } from "../../../resource-pages.ts";

const src = join(import.meta.dirname, "../..");

/** The addresses that the domains have pages for, from their files of one kind. */
async function registered(kind: "pages" | "public", list: "pages" | "publicPages"): Promise<string[]> {
  const files = globSync(`*/**/*.${kind}.ts`, { cwd: src });
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(src, file)).href) as Promise<Record<typeof list, object>>),
  );
  return modules.flatMap((module) => Object.keys(module[list]));
}

describe("the addresses of the contract", () => {
  it("have one page each", async () => {
    assert.deepEqual((await registered("pages", "pages")).toSorted(), listedPages.toSorted());
    assert.deepEqual([...listedPages, ...findResourcePages().keys()].toSorted(), pages);
    assert.deepEqual((await registered("public", "publicPages")).toSorted(), publicPages.toSorted());
  });

  it("leave no page file without one", () => {
    const lists = globSync("*/**/*.{pages,public}.ts", { cwd: src }).map((file) =>
      readFileSync(join(src, file), "utf8"),
    );
    const listed = lists.flatMap((text) => [...text.matchAll(/([\w-]+\.page\.tsx)"/g)].map(([, name]) => name));
    const found = new Set([...listed, ...[...findResourcePages().values()].map((file) => basename(file))]);
    assert.deepEqual(
      globSync("**/*.page.tsx", { cwd: src }).filter((file) => !found.has(basename(file))),
      [],
    );
  });

  it("are all listed for the server, with the routes that the application names itself and no others", () => {
    const app = readFileSync(join(src, "app.tsx"), "utf8");
    assert.deepEqual(
      [...app.matchAll(/\{\s*path(?:: (\S+?))?,\s*element|<Route path=(\S+)/g)].map(
        ([, stated, product]) => stated ?? product ?? "path",
      ),
      ["loginPath", "lockPath", "onSitePath", "setupPath", "documentPath", "`/${status}`", "path", '"*"', '"*"'],
    );
    // Beside those of the contract: start, sign-in, lock, the page on site, set-up, a document in its editor, and three for errors.
    assert.equal(new Set(pageAddresses()).size, pages.length + publicPages.length + 9);
  });
});
