/**
 * Texts of SQL that no test runs where it is recorded, and why. `text` is how the text begins, each hole written ${…}, white space as one space.
 * @type {{ file: string, text: string, why: string }[]}
 */
export const notRun = [
  {
    file: "apps/api/src/core/excel/import/import-stage.ts",
    text: "copy import_stage (${…}) from stdin",
    why: "sent by pg-copy-streams as a query of its own kind; every test of an import runs it",
  },
];
