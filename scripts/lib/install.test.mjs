import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isInstalled } from "./install.mjs";

const folder = mkdtempSync(join(tmpdir(), "jipei-install-"));
after(() => rmSync(folder, { recursive: true }));

const wanted = {
  "": { version: "1.0.0" },
  "apps/api": { version: "1.0.0" },
  "node_modules/@jipei/api": { resolved: "apps/api", link: true },
  "node_modules/pg": { version: "8.0.0" },
  "node_modules/of-another-platform": { version: "1.0.0", optional: true },
};
writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: wanted }));

const installed = (packages) => {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "node_modules/.package-lock.json"), JSON.stringify({ packages }));
  return isInstalled(folder);
};

test("a fresh clone is not installed, nor one whose installation was cut short", () => {
  assert.equal(isInstalled(folder), false);
  mkdirSync(join(folder, "node_modules/pg"), { recursive: true });
  assert.equal(isInstalled(folder), false);
});

test("what the lockfile names must be there, but for packages of other platforms", () => {
  assert.equal(installed({ "node_modules/pg": { version: "8.0.0" } }), true);
  assert.equal(
    installed({ "node_modules/pg": { version: "8.0.0" }, "node_modules/of-another-platform": { version: "1.0.0" } }),
    true,
  );
  assert.equal(installed({}), false);
});

test("another version is not the one", () => {
  assert.equal(installed({ "node_modules/pg": { version: "7.0.0" } }), false);
  assert.equal(
    installed({ "node_modules/pg": { version: "8.0.0" }, "node_modules/of-another-platform": { version: "2.0.0" } }),
    false,
  );
});
