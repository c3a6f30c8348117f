import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildOpenapi } from "../src/core/api-docs/openapi/openapi.ts";
import { toOpenapi30 } from "../src/core/api-docs/openapi/openapi30.ts";
import { domains } from "../src/domains.ts";

/**
 * Makes clients from our OpenAPI document by three generators, as its readers do: openapi-typescript, orval (zod), and openapi-generator (Python,
 * which reads 3.0 alone). What they make depends on the document, the generators and our calls alone, so it is kept until one of them changes.
 */

const own = import.meta.dirname;
const root = join(own, "../../..");
/** Here `npm test` installs the generators, apart from what the product needs: they are a hundred megabytes. */
const installed = join(root, ".cache/clients");
const tool = (...path: string[]) => join(installed, "node_modules", ...path);

/** The folder of the clients, made now unless they are there. @throws what a generator or compiler says */
export async function generateClients(): Promise<string> {
  const document = buildOpenapi(domains);
  const files = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const hash = createHash("sha256").update(JSON.stringify(document));
  for (const { parentPath, name } of files) hash.update(readFileSync(join(parentPath, name)));
  const folder = join(installed, hash.digest("hex").slice(0, 16));
  const finished = join(folder, "finished");
  if (existsSync(finished)) return folder;
  for (const entry of readdirSync(installed, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== "node_modules")
      rmSync(join(installed, entry.name), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(join(own, "calls"))) copyFileSync(join(own, "calls", name), join(folder, name));
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  writeFileSync(join(folder, "openapi-3.0.json"), JSON.stringify(toOpenapi30(document)));
  await Promise.all([makePython(folder), lint(folder).then(() => makeTypeScript(folder))]);
  writeFileSync(finished, "");
  return folder;
}

/** Runs a program, and throws with all that it printed when it fails. */
async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  try {
    await promisify(execFile)(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { message, stdout = "" } = error as Error & { stdout?: string };
    throw new Error(`${message}\n${stdout.slice(0, 8_000)}`);
  }
}

const runNode = (folder: string, ...args: string[]) => run(process.execPath, args, folder);

/** @throws with everything that redocly finds in the document, in either version */
async function lint(folder: string): Promise<void> {
  const { createConfig, lint: findProblems } = (await import(
    tool("@redocly/openapi-core/lib/index.js")
  )) as typeof import("./redocly.ts");
  const config = await createConfig({ extends: ["recommended"] });
  for (const name of ["openapi.json", "openapi-3.0.json"]) {
    const problems = await findProblems({ ref: join(folder, name), config });
    // What only an encrypted text holds has no place in 3.0 that refers to it.
    const lines = problems
      .filter(({ ruleId }) => ruleId !== "no-unused-components" || name === "openapi.json")
      .map(({ ruleId, message, location }) => `${name}: ${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
    if (lines.length > 0) throw new Error(lines.slice(0, 50).join("\n"));
  }
}

/** Types by openapi-typescript and schemas by orval, compiled with our calls. */
async function makeTypeScript(folder: string): Promise<void> {
  await runNode(folder, tool("openapi-typescript/bin/cli.js"), "openapi.json", "-o", "types.ts");
  const config = { calls: { input: { target: "./openapi.json" }, output: { client: "zod", target: "./zod.ts" } } };
  writeFileSync(join(folder, "orval.config.mjs"), `export default ${JSON.stringify(config)};\n`);
  await runNode(folder, tool("orval/dist/bin/orval.mjs"), "--config", "orval.config.mjs");
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: "nodenext",
    target: "es2024",
    types: ["node"],
  };
  const compilerOptions = {
    ...options,
    allowImportingTsExtensions: true,
    typeRoots: [join(root, "node_modules/@types")],
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["fetch.ts", "zod-calls.ts"] }),
  );
  await runNode(folder, join(root, "node_modules/typescript/bin/tsc"), "-p", ".", "--singleThreaded");
}

/** The Python client. Without the sizes its name cache holds 500 of our thousands of names, and it works them out anew for each enum. */
const makePython = (folder: string): Promise<void> =>
  run(
    "java",
    [
      "-Xmx2g",
      "-Dlog.level=error",
      "-Dorg.openapitools.codegen.utils.namecache.cachesize=100000",
      "-Dorg.openapitools.codegen.utils.namecache.expireafter.seconds=3600",
      "-jar",
      tool("@openapitools/openapi-generator-cli/bin/openapi-generator.jar"),
      "generate",
      "--skip-validate-spec",
      "--generator-name",
      "python",
      "--package-name",
      "jipei",
      "--input-spec",
      "openapi-3.0.json",
      "--output",
      ".",
      "--global-property",
      "models,apis,supportingFiles,modelTests=false,apiTests=false,modelDocs=false,apiDocs=false",
    ],
    folder,
  );
