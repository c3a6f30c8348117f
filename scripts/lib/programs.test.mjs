import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { missingPrograms } from "./programs.mjs";

describe("missingPrograms", () => {
  it("returns nothing that the chosen files do not need", () => {
    assert.deepEqual(missingPrograms(["apps/api/src/catalogue/course.test.ts"]), []);
  });

  it("returns a pooler, an S3 server, a browser or Java only for the files that need it", () => {
    const known = [
      ["apps/api/test/database/pgbouncer.test.ts", /^pgbouncer$/],
      ["apps/api/src/core/storage/storage.s3.test.ts", /^(swift-|memcached)/],
      ["e2e/home/home.test.ts", /^(chromium|fonts)/],
      ["apps/api/clients/clients.test.ts", /^(default-jre-headless|python3-)/],
    ];
    for (const [file, mayMiss] of known) for (const name of missingPrograms([file])) assert.match(name, mayMiss);
  });
});
