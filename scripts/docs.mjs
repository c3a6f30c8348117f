// npm run docs: writes what docs/ repeats from the contract. A test refuses a page that is behind.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { withMachines } from "./lib/state-diagrams.mjs";

const page = join(root, "docs/chain.md");
writeFileSync(page, withMachines(readFileSync(page, "utf8")).text);
