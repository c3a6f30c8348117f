import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pageAddresses, pageLists } from "../../page-addresses.ts";

test("every page that a domain declares has an address that the server is told", () => {
  const declared = pageLists().reduce((sum, text) => sum + [...text.matchAll(/\bimport\(/g)].length, 0);
  const addresses = pageAddresses();
  assert.ok(declared > 90);
  // Beside them: start, sign-in, lock, set-up, and three for errors.
  assert.equal(addresses.length, declared + 7);
  for (const address of ["/wel/index", "/class/detail/:id", "/notices", "/myiframe/:routerPath"])
    assert.ok(addresses.includes(address), address);
});

test("the application names no further route itself", () => {
  const app = readFileSync(join(import.meta.dirname, "../app.tsx"), "utf8");
  assert.deepEqual(
    [...app.matchAll(/<Route[^>]*?path=(\S+)/g)].map(([, path]) => path),
    ["{loginPath}", "{lockPath}", "{setupPath}", "{`/${status}`}", "{path}", '"*"'],
  );
});
