/** Modules of the project whose path ends so. */
const ending = (...paths: string[]): RegExp => new RegExp(`[\\\\/](${paths.join("|").replaceAll("/", "[\\\\/]")})$`);

/**
 * What is always needed together comes in one file, with all that it stands on and no earlier group has; see
 * docs/decisions/0261-files-of-a-first-visit.md. The order counts: nothing stands on what comes after it, so that strangers load no component library.
 */
const groups = [
  { name: "start", tags: ["$initial" as const] },
  { name: "login", test: ending("login/login-page.tsx") },
  { name: "notices", test: ending("notices/public-notices.tsx") },
  { name: "contract", test: ending("contract/src/core/.*") },
  { name: "open", test: ending("src/public/[^/]+.tsx", ".public.ts") },
  {
    name: "shell",
    test: ending(
      "src/shell/shell.tsx",
      "src/shell/frame/prepare-home.ts",
      "src/core/jobs/job-tray.tsx",
      "src/home/home-page.tsx",
      "src/home/bureau/bureau-home.tsx",
      "src/home/institution-home.tsx",
    ),
  },
  { name: "texts-zh", test: ending("src/(core/(?!import|files)|home|shell/(?!search|help))/.*.zh.ts") },
  { name: "texts-en", test: ending("src/(core/(?!import|files)|home|shell/(?!search|help))/.*.en.ts") },
  { name: "list", test: ending("src/core/crud/crud-page.tsx") },
  // Whoever opens one list of tasks goes on to the next, and to a process; each file that the start page has to name makes it longer.
  { name: "tasks", test: ending("src/workflow/(lists|leave|process)/[^/]+.page.tsx") },
  { name: "reports", test: ending("src/reports/.*report[^/]*.page.tsx") },
];

export const chunkGroups = groups.map((group, place) => ({ ...group, priority: groups.length - place }));
