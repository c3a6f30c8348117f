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

const workspace = { "node_modules/@jipei/api": { resolved: "apps/api", link: true } };
const installed = (packages, links = workspace) => {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(
    join(folder, "node_modules/.package-lock.json"),
    JSON.stringify({ packages: { ...links, ...packages } }),
  );
  return isInstalled(folder);
};

test("isInstalled: false for a fresh clone and for an interrupted installation", () => {
  assert.equal(isInstalled(folder), false);
  mkdirSync(join(folder, "node_modules/pg"), { recursive: true });
  assert.equal(isInstalled(folder), false);
});

test("isInstalled: requires every package of the lockfile except those of other platforms", () => {
  assert.equal(installed({ "node_modules/pg": { version: "8.0.0" } }), true);
  assert.equal(
    installed({ "node_modules/pg": { version: "8.0.0" }, "node_modules/of-another-platform": { version: "1.0.0" } }),
    true,
  );
  assert.equal(installed({}), false);
});

test("isInstalled: requires a link for each workspace", () => {
  assert.equal(installed({ "node_modules/pg": { version: "8.0.0" } }, {}), false);
});

test("isInstalled: looks at the packages of workspaces of their own, too", () => {
  const own = "apps/api/node_modules/altcha-lib";
  writeFileSync(
    join(folder, "package-lock.json"),
    JSON.stringify({ packages: { ...wanted, [own]: { version: "2.0.0" } } }),
  );
  const others = { "node_modules/pg": { version: "8.0.0" } };
  assert.equal(installed({ ...others, [own]: { version: "2.0.0" } }), true);
  assert.equal(installed({ ...others, [own]: { version: "1.0.0" } }), false);
  assert.equal(installed(others), false);
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: wanted }));
});

test("isInstalled: false for another version of a package", () => {
  assert.equal(installed({ "node_modules/pg": { version: "7.0.0" } }), false);
  assert.equal(
    installed({ "node_modules/pg": { version: "8.0.0" }, "node_modules/of-another-platform": { version: "2.0.0" } }),
    false,
  );
});
