import { join } from "node:path";
import { root } from "../paths.mjs";
import { lineOf } from "./mutation.mjs";

/** Lines between a wrong name and its error: for a chain of calls the error is reported where the chain begins. */
const near = 12;

/**
 * The compiler's errors in the copy.
 * @param {import("../../../apps/api/test/database/clone.ts").Clone} copy
 * @param {readonly string[]} projects
 * @returns {Promise<{ file: string, line: number }[]>}
 */
export async function typeErrors(copy, projects) {
  const found = [];
  for (const project of projects) {
    const output = await tool(copy, "typescript/bin/tsc", [
      "-p",
      project,
      "--pretty",
      "false",
      // Each round changes little, so the type check is incremental.
      "--incremental",
      "--tsBuildInfoFile",
      join(copy.folder, `.cache/${project.replaceAll("/", "-")}.tsbuildinfo`),
    ]);
    found.push(...places(output, /^(\S+?)\((\d+),\d+\): error/gm));
  }
  return found;
}

/** The linter's errors in some files of the copy. */
export async function lintErrors(copy, files) {
  const output = await tool(copy, "oxlint/bin/oxlint", ["--type-aware", "--quiet", "--format", "unix", ...files]);
  return places(output, /^(\S+?):(\d+):\d+: /gm);
}

const tool = async (copy, path, args) =>
  (await copy.run(process.execPath, [join(root, "node_modules", path), ...args])).output;

const places = (output, pattern) =>
  [...output.matchAll(pattern)].map(([, file, line]) => ({ file, line: Number(line) }));

/** The mutations with an error at their place. */
export const reportedAt = (copy, mutations, errors) =>
  mutations.filter((one) => {
    const at = lineOf(copy.folder, { ...one, find: one.put });
    return errors.some(({ file, line }) => file === one.file && Math.abs(line - at) <= near);
  });

/** The projects that a change of a file can break. */
export function projectsOf(file) {
  if (file.startsWith("apps/api/")) return ["apps/api"];
  if (file.startsWith("apps/web/")) return ["apps/web"];
  return ["packages/contract", "apps/api", "apps/web"];
}
