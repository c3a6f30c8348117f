import type { GeneratedFile } from "../generated-file.ts";
import type { Module } from "../module.ts";

/** The instructions in the zip. They have names only, no titles, which are typed by users. */
export function readmeFile(modules: readonly Module[], files: readonly GeneratedFile[]): string {
  const domains = [...new Set(modules.map(({ domain }) => domain))];
  return `# Generated: ${modules.map(({ entityName }) => entityName).join(", ")}

In the folder of the project, on a clean work tree:

    unzip <this file>
    git apply generated.patch
    npm run format
    node scripts/test.mjs typecheck lint
    node scripts/test.mjs api schema ${domains.join(" ")}

New files:

${files.map(({ path }) => `- \`${path}\``).join("\n")}

\`generated.patch\` registers them in \`entities.ts\`, and new packages where domains are listed. What follows from the contract: routes, exports, who
may use them by default (the system administrator), menus and their buttons, the address of the page. Both languages stand in the contract.
Where the patch does not apply, the sources have changed since: generate again on a server of the same version, or write its lines in by hand.

Then make it yours in the contract: what must be unique (\`unique\`, with a unique index), what is said when a row in use is removed (\`inUse\`),
the branch of the menu, rights of other roles. With \`ownRoutes\` and \`crudRoutes\` it gets rules across fields (\`beforeSave\`) and says who sees
which rows (\`scope\`).
`;
}
