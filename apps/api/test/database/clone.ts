import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../../../..");
const left = /[\\/](node_modules|dist|\.cache|\.git|data)$|\.test\.(ts|mjs)$/;

/** A copy of the project as it is on the disk, with the packages of this one; for checks that change sources. */
export interface Clone {
  folder: string;
  run(
    command: string,
    args: readonly string[],
    env?: Record<string, string>,
  ): Promise<{ code: number; output: string }>;
  remove(): void;
}

/** @param tests the test files that are copied too, below the project; all others are left out, so that they are not checked twice */
export function cloneProject(tests: readonly string[]): Clone {
  const folder = mkdtempSync(join(tmpdir(), "jipei-clone-"));
  for (const name of ["apps", "packages", "scripts", "package.json", "tsconfig.base.json", ".oxlintrc.json"])
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !left.test(path) || tests.some((one) => path === join(root, one)),
    });
  // Workspaces point into the copy, everything else to the packages of this project.
  for (const modules of ["node_modules", ...readdirSync(join(root, "apps")).map((name) => `apps/${name}/node_modules`)])
    linkAll(join(root, modules), join(folder, modules));
  return {
    folder,
    run: (command, args, env = {}) => run(folder, command, args, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function linkAll(from: string, to: string): void {
  for (const name of namesIn(from)) {
    if (name === "@jipei")
      for (const workspace of readdirSync(join(from, name)))
        link(
          join(dirname(to), ["api", "web"].includes(workspace) ? "apps" : "packages", workspace),
          join(to, name, workspace),
        );
    else link(join(from, name), join(to, name));
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    // A test file that a test starts must not report to the runner of the outer test.
    const { NODE_TEST_CONTEXT: _runner, ...own } = process.env;
    const child = spawn(command, args, { cwd, env: { ...own, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
