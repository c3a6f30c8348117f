import { cpus, totalmem } from "node:os";
import { county } from "./chain/chain.ts";
import { autoTrial } from "./auto-trial.ts";
import { exams } from "./exams.ts";
import { delivery } from "./delivery.ts";
import { exports } from "./exports.ts";
import { imports } from "./import.ts";
import { lists } from "./lists.ts";
import { systemLists } from "./system-lists.ts";
import { summary } from "./summary.ts";
import { rights } from "./rights.ts";
import { logCost } from "./logs/log-cost.ts";
import { logLists } from "./logs/log-lists.ts";
import { workflow } from "./workflow/steps.ts";
import { taskLists } from "./workflow/task-lists.ts";

/**
 * npm run bench [-- lists] [-- --quick]: measures and prints a table for each part. Figures of one run are comparable with each other only.
 */
const parts: Record<string, (quick: boolean) => AsyncGenerator<Record<string, string>>> = {
  lists,
  imports,
  exports,
  autoTrial,
  systemLists,
  logCost,
  logLists,
  rights,
  delivery,
  county,
  exams,
  summary,
  workflow,
  taskLists,
};

const names = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const quick = process.argv.includes("--quick");
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}${quick ? ", quick: not for comparison" : ""}`,
);
for (const [name, part] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  let columns: string[] | undefined;
  for await (const row of part(quick)) {
    if (!columns) {
      columns = Object.keys(row);
      console.log(`\n${name}\n| ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length)}`);
    }
    console.log(`| ${columns.map((column) => row[column] ?? "").join(" | ")} |`);
  }
}
