import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { join } from "node:path";
import { filesBelow } from "./files.mjs";
import { root } from "./paths.mjs";

/**
 * Which way imports may go. In each source tree they flow core → domain → application: core knows no domain, and a domain asks
 * another only through its `<domain>.queries.ts`.
 */
const trees = [
  // The files directly in src, and the frame of the web (shell, login, set-up, public and home pages), put the domains together and may import anything.
  { src: "apps/api/src", application: ["cli"], shared: ["database.ts"] },
  { src: "apps/web/src", application: ["shell", "login", "setup", "public", "home"], shared: [] },
  { src: "packages/contract/src", application: [], shared: [], open: true },
];

/** Modules of the contract that know every domain: importing one would pull all of them into the browser's first download. */
const knowsAll = /^@jipei\/contract\/(core\/)?(all|all-[a-z]+|calls|domains|entities|machines)\.ts$/;

/** Prints every import that goes the wrong way. Answers whether there is none. */
export function checkImports() {
  const faults = ["apps", "packages", "e2e", "bench", "scripts"]
    .flatMap(filesBelow)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .flatMap((file) => faultsOf(file, readFileSync(join(root, file), "utf8")));
  for (const fault of faults) console.error(`  ${fault}`);
  return faults.length === 0;
}

/** @param {string} file below the project  @param {string} source its text */
export function faultsOf(file, source) {
  const specifiers = [...source.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g)].map(
    (match) => match[2],
  );
  return specifiers.flatMap((specifier) => {
    const fault = faultOf(file, specifier);
    return fault ? [`${file} imports ${specifier}: ${fault}`] : [];
  });
}

function faultOf(file, specifier) {
  const inWeb = file.startsWith("apps/web/");
  if (inWeb && knowsAll.test(specifier)) return "the web imports what a page needs, never a list of everything";
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(file), specifier);
  if (target.startsWith("..")) return "outside the project";
  if (file.endsWith(".test.ts")) return undefined;
  const tree = trees.find(({ src }) => file.startsWith(`${src}/`));
  if (!tree) return undefined;
  if (!target.startsWith(`${tree.src}/`)) {
    return target.startsWith("scripts/lib/") || !/^(apps|packages)\//.test(target) || sameWorkspace(file, target)
      ? undefined
      : "another workspace is imported by its package name";
  }
  const from = placeOf(tree, file);
  const to = placeOf(tree, target);
  if (from === to || from === "application" || to === "core") return undefined;
  if (from === "core") return "core knows no domain";
  if (to === "application") return "a domain knows nothing above it";
  if (tree.open || target.endsWith(`/${to}.queries.ts`)) return undefined;
  return `another domain is asked through ${to}.queries.ts`;
}

/** core, the name of a domain, or application. */
function placeOf(tree, file) {
  const [first, ...rest] = file.slice(tree.src.length + 1).split("/");
  if (tree.shared.includes(first)) return "core";
  return rest.length === 0 || tree.application.includes(first) ? "application" : first;
}

const sameWorkspace = (a, b) => a.split("/").slice(0, 2).join("/") === b.split("/").slice(0, 2).join("/");
