import type { GeneratedFile } from "./generate.ts";
import type { Module } from "./module.ts";

/** What to do with the zip. Titles are typed by users and are left out: names tell enough. */
export function readmeFile(modules: readonly Module[], files: readonly GeneratedFile[]): string {
  const domains = [...new Set(modules.map(({ domain }) => domain))];
  return `# Generated: ${modules.map(({ entityName }) => entityName).join(", ")}

In the folder of the project, on a clean work tree:

    unzip <this file>
    git apply generated.patch
    node scripts/test.mjs typecheck lint
    node scripts/test.mjs api schema ${domains.join(" ")}

New files:

${files.map(({ path }) => `- \`${path}\``).join("\n")}

\`generated.patch\` registers them: the entities, who may use them by default (the system administrator), menus and their buttons, the routes
and the pages. Both languages stand in the contract and in the menus. Where the patch does not apply, the sources have changed since: generate
again on a server of the same version, or write its lines in by hand.

Then make it yours: rules across fields (\`beforeSave\`), what must be unique (a unique index and \`refuseTwin\`), whether a row in use may be
removed (\`beforeRemove\` with \`refuseUsed\`, here and where these rows are referred to), who sees which rows (\`scope\`), rights of other roles.
`;
}
