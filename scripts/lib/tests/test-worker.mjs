// A process of the tests: loads the files that tests.mjs sends it one after the other, each as a suite of its own, so that shared imports are loaded once.
import { AsyncResource } from "node:async_hooks";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe } from "node:test";
import { root } from "../paths.mjs";

const require = createRequire(import.meta.url);

// Outside any test: a suite that is declared inside one would belong to the test that happens to run.
const load = AsyncResource.bind((file) => {
  // Loading must be synchronous, or the hooks of the file would not belong to its suite; import() is not.
  void describe(file, () => void require(join(root, file)));
});

process.on("message", load);
// Whatever the files left open ends with this process.
process.on("disconnect", () => process.exit());
