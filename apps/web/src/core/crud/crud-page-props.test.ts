import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "../../../../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

describe("CrudPageProps", () => {
  it("stands in docs/pages.md with every property", () => {
    const [, props = ""] = read("apps/web/src/core/crud/crud-page-props.ts").split("export interface CrudPageProps");
    const [, table = ""] = read("docs/pages.md").split("## Properties of `CrudPage`");
    const named = table
      .split("\n## ")[0]
      ?.match(/^\|[^|]+\|/gm)
      ?.join("");
    assert.deepEqual(
      [...props.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name).filter((name) => !named?.includes(`\`${name}\``)),
      [],
    );
  });
});
