import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { join } from "node:path";
import { filesBelow } from "./files.mjs";
import { root } from "./paths.mjs";

/**
 * The layers of the project, lowest first. In each source tree imports, those of types included, go down or stay in their
 * layer: the core knows no domain, a domain only those before it, and what connects them (the last layer) knows all.
 */
const layers = [
  "core",
  "settings",
  "files",
  "notices",
  "policy",
  "logs",
  "auth",
  "access",
  "users",
  "tenants",
  "clients",
  "jobs",
  "backup",
  "external-data",
  "develop",
  "workflow",
  "catalogue",
  "providers",
  "enterprises",
  "training",
  "assessment",
  "exams",
  "inspection",
  "entitlements",
  "subsidies",
  "work-records",
  "talents",
  "outcomes",
  "competitions",
  "reports",
];

/** Source trees, and which of their folders connect the domains, as the files directly in `src` do. */
const trees = [
  { src: "apps/api/src", application: ["cli", "setup", "home"] },
  { src: "apps/web/src", application: ["shell", "login", "setup", "public", "home"] },
  { src: "packages/contract/src", application: ["setup", "home"], open: true },
];

/** Workspaces, and which of our packages the product code of each may import. */
const uses = {
  "packages/contract": [],
  "packages/process": [],
  "packages/xlsx": [],
  "packages/envelope": ["contract"],
  "apps/api": ["contract", "process", "xlsx"],
  "apps/web": ["contract", "envelope"],
};

/** Modules of the contract that know every domain: importing one would pull all of them into the browser's first download. */
const knowsAll = /^@jipei\/contract\/(core\/)?(all|all-[a-z]+|calls|capabilities|domains|entities|machines)\.ts$/;

/** Prints every import in a wrong direction. @returns whether there is none */
export function checkImports() {
  const issues = ["apps", "packages", "e2e", "bench", "scripts"]
    .flatMap(filesBelow)
    // Templates contain the text of files in other places.
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith(".template.ts"))
    .flatMap((file) => findIssues(file, readFileSync(join(root, file), "utf8")));
  for (const issue of issues) console.error(`  ${issue}`);
  return issues.length === 0;
}

/** @param {string} file below the project  @param {string} source its text */
export function findIssues(file, source) {
  const specifiers = [...source.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g)].map(
    (match) => match[2],
  );
  const imports = specifiers.flatMap((specifier) => {
    const issue = findIssue(file, specifier);
    return issue ? [`${file} imports ${specifier}: ${issue}`] : [];
  });
  return [...imports, ...readsOf(file, source)];
}

/** Sources of another workspace that a program reads at run time: only its own workspace is sure to be installed beside it. */
function readsOf(file, source) {
  if (!findWorkspace(file) || isTest(file)) return [];
  return [...source.matchAll(/(?:\bjoin|\bresolve|\bURL)\([^()]*?(["'`])(\.\.\/[^"'`\n]*)\1/g)]
    .map((match) => match[2])
    .filter((path) => {
      const target = posix.join(posix.dirname(file), path);
      return /\/src(\/|$)/.test(target) && !target.startsWith(`${findWorkspace(file)}/`);
    })
    .map((path) => `${file} reads ${path}: sources of another workspace`);
}

function findIssue(file, specifier) {
  // Code that builds and tests the application may import all of it.
  const inWeb = file.startsWith("apps/web/src/") && !isTest(file);
  if (inWeb && knowsAll.test(specifier)) return "the web imports what a page needs, never a list of everything";
  if (!specifier.startsWith(".")) return findPackageIssue(file, specifier);
  const target = posix.join(posix.dirname(file), specifier);
  if (target.startsWith("..")) return "outside the project";
  return leavesWorkspace(file, target) ?? (isTest(file) ? undefined : findFloorIssue(file, target));
}

/** Any other package of ours that is imported must be listed in `uses`. */
function findPackageIssue(file, specifier) {
  const workspace = findWorkspace(file);
  const imported = /^@jipei\/([\w-]+)/.exec(specifier)?.[1];
  if (!workspace || !imported || isTest(file) || uses[workspace].includes(imported)) return undefined;
  return `${workspace} does not stand on ${imported}`;
}

/** A workspace imports others by their package names only; its tests may also import the scripts of the project. */
function leavesWorkspace(file, target) {
  const workspace = findWorkspace(file);
  if (!workspace || target.startsWith(`${workspace}/`)) return undefined;
  if (isTest(file) && target.startsWith("scripts/")) return undefined;
  return findWorkspace(target)
    ? "another workspace is imported by its package name"
    : `${workspace} stands below ${target}`;
}

const isTest = (file) => /\.test\.(ts|tsx|mjs)$/.test(file) || file.startsWith("apps/api/test/");

/** The workspace of a file; none for e2e, bench and scripts, which are above all of them. */
const findWorkspace = (file) => Object.keys(uses).find((workspace) => file.startsWith(`${workspace}/`));

function findFloorIssue(file, target) {
  const tree = trees.find(({ src }) => file.startsWith(`${src}/`));
  if (!tree || !target.startsWith(`${tree.src}/`)) return undefined;
  const from = getPlace(tree, file);
  const to = getPlace(tree, target);
  if (from === to || from === application) return undefined;
  if (from === "core") return "core knows no domain";
  if (to === application) return "a domain knows nothing above it";
  const names = [from, to].find((name) => !layers.includes(name));
  if (names) return `${names} stands on no floor`;
  if (layers.indexOf(to) > layers.indexOf(from)) return `${to} stands above ${from}`;
  if (to === "core" || tree.open || target.endsWith(".queries.ts")) return undefined;
  return `another domain is asked through its *.queries.ts`;
}

const application = "application";

/** core, the name of a domain, or application. */
function getPlace(tree, file) {
  const [first, ...rest] = file.slice(tree.src.length + 1).split("/");
  return rest.length === 0 || tree.application.includes(first) ? application : first;
}
