import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Failure } from "./command.mjs";
import { binaries, node24 } from "./node24.mjs";

const folder = mkdtempSync(join(tmpdir(), "jipei-node-"));
after(() => rmSync(folder, { recursive: true }));

test("returns the installed binary of this platform", () => {
  const file = join(folder, binaries[`${process.platform}-${process.arch}`]);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "");
  assert.equal(node24(folder, "20.1.0"), file);
});

test("without one returns the running Node when it is new enough", () => {
  assert.equal(node24("/nowhere", "24.0.0"), process.execPath);
  assert.equal(node24("/nowhere", "26.1.0"), process.execPath);
});

test("otherwise throws one line that says what is needed", () => {
  for (const version of ["20.20.2", "22.12.0", "23.9.0"]) {
    assert.throws(
      () => node24("/nowhere", version),
      (error) =>
        error instanceof Failure && error.message.includes(`this is Node ${version}`) && !error.message.includes("\n"),
    );
  }
});
