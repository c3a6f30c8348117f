// npm run mutations: wrong names, one after the other, in a copy of the project. Prints what reports each: the compiler, the linter, or a test
// that runs the statement. Fails when nothing reports one. Words after it choose by kind and file. See docs/testing.md.
import { cloneProject } from "../apps/api/test/database/clone.ts";
import { testServer } from "../apps/api/test/database/test-server.ts";
import { Failure, asProgram } from "./lib/command.mjs";
import { apiMutations } from "./lib/mutations/api.mjs";
import { lintErrors, projectsOf, reportedAt, typeErrors } from "./lib/mutations/checks.mjs";
import { contractMutations } from "./lib/mutations/contract.mjs";
import { apply, rounds } from "./lib/mutations/mutation.mjs";
import { sqlMutations } from "./lib/mutations/sql.mjs";
import { webMutations } from "./lib/mutations/web.mjs";

/** @typedef {import("./lib/mutations/mutation.mjs").Mutation} Mutation */

const words = process.argv.slice(2);
const chosen = [...apiMutations, ...webMutations, ...sqlMutations, ...contractMutations].filter(
  ({ kind, file }) => words.length === 0 || words.some((word) => kind.includes(word) || file.includes(word)),
);
/** What reported a mutation. @type {Map<Mutation, string>} */
const reportedBy = new Map();
const open = () => chosen.filter((one) => !reportedBy.has(one));
const filesOf = (mutations) => [...new Set(mutations.map(({ file }) => file))];
const projectsFor = (mutations) => [...new Set(filesOf(mutations).flatMap(projectsOf))];

/** Applies mutations, runs a check, and undoes them. */
async function under(copy, mutations, ask) {
  const undo = mutations.map((one) => apply(copy.folder, one));
  try {
    return await ask();
  } finally {
    for (const one of undo) one();
  }
}

/** Mutations of different files at once, each reported at its place. */
async function askTogether(copy) {
  for (const round of rounds(open().filter(({ everywhere }) => !everywhere)))
    await under(copy, round, async () => {
      const errors = await typeErrors(copy, projectsFor(round));
      for (const one of reportedAt(copy, round, errors)) reportedBy.set(one, "types");
      const rest = round.filter((one) => !reportedBy.has(one));
      const lint = await lintErrors(copy, filesOf(rest));
      for (const one of reportedAt(copy, rest, lint)) reportedBy.set(one, "lint");
    });
}

/** The remaining ones one by one, reported at any place; a name of the contract by its uses. */
async function askAlone(copy) {
  for (const one of open())
    await under(copy, [one], async () => {
      const files = filesOf(await typeErrors(copy, projectsOf(one.file)));
      const reporting = one.everywhere ? files.filter((file) => file !== one.file) : files;
      if (reporting.length > 0) reportedBy.set(one, `types, in ${reporting.length} files`);
    });
}

/** Names that only PostgreSQL checks: the test that runs the text must fail. */
async function askTests(copy) {
  const left = open().filter(({ tests }) => tests);
  if (left.length === 0) return;
  const server = await testServer();
  const pass = async (tests) =>
    (await copy.run(process.execPath, ["scripts/checks.mjs", "api", ...tests], { TEST_DATABASE_URL: server.url }))
      .code === 0;
  try {
    const all = [...new Set(left.flatMap(({ tests }) => tests))];
    if (!(await pass(all))) throw new Failure(`these tests fail as they are: ${all.join(" ")}`);
    for (const one of left)
      await under(copy, [one], async () => {
        if (!(await pass(one.tests))) reportedBy.set(one, "a test that runs it");
      });
  } finally {
    await server.stop();
  }
}

await asProgram(async () => {
  const copy = cloneProject(chosen.flatMap(({ tests }) => tests ?? []));
  try {
    const before = await typeErrors(copy, projectsFor(chosen));
    if (before.length > 0) throw new Failure(`it does not type check as it is: ${filesOf(before).join(" ")}`);
    await askTogether(copy);
    await askAlone(copy);
    await askTests(copy);
  } finally {
    copy.remove();
  }
  for (const one of chosen)
    console.log(
      `${reportedBy.has(one) ? "✔" : "✖"} ${one.kind} (${one.file}): ${reportedBy.get(one) ?? "not reported"}`,
    );
  console.log(`${open().length} of ${chosen.length} pass`);
  process.exit(open().length > 0 ? 1 : 0);
});
