// npm run docs: writes the parts of docs/ that repeat the contract. A test fails for a page that is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { withMachines } from "./lib/state-diagrams.mjs";

const page = join(root, "docs/chain.md");
writeFileSync(page, withMachines(readFileSync(page, "utf8")).text);
