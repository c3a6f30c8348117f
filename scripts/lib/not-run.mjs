/**
 * Texts of SQL that no test runs where it is recorded, and why. `text` is how the text begins, each hole written ${…}, white space as one space.
 * @type {{ file: string, text: string, why: string }[]}
 */
export const notRun = [
  {
    file: "apps/api/src/core/entity/references.ts",
    text: "select id from ${…} where id = any(${…}::bigint[])",
    why: "called by generated code alone, which generator.clone.test.ts runs in a copy of the project",
  },
  {
    file: "apps/api/src/core/excel/import/import-stage.ts",
    text: "copy import_stage (${…}) from stdin",
    why: "sent by pg-copy-streams as a query of its own kind; every test of an import runs it",
  },
  {
    file: "apps/api/src/core/security/rotate.ts",
    text: "select tenant_id as id from tenant where is_deleted = 0 and tenant_id <> $1",
    why: "owed: no test yet rotates the field key of an installation with tenants",
  },
];
