import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../paths.mjs";
import { apiMutations } from "./api.mjs";
import { contractMutations } from "./contract.mjs";
import { mutated } from "./mutation.mjs";
import { sqlMutations } from "./sql.mjs";
import { webMutations } from "./web.mjs";

describe("npm run mutations", () => {
  for (const mutation of [...apiMutations, ...webMutations, ...sqlMutations, ...contractMutations])
    it(`finds the place of «${mutation.kind}» in ${mutation.file}`, () => {
      mutated(readFileSync(join(root, mutation.file), "utf8"), mutation);
    });
});
