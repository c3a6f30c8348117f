/** Entities whose rows are a side of another table: the view through which they are read and written, and the columns that it calls otherwise. */
const views: Readonly<Record<string, { table: string; renamed: Readonly<Record<string, string>> }>> = {
  enterprise_class: {
    table: "training_class",
    renamed: { unit_id: "org_id", org_id: "trainer_id", confirm_status: "status" },
  },
  enterprise_subsidy_application: { table: "subsidy_application", renamed: { unit_id: "org_id" } },
  enterprise_subsidy_line: { table: "subsidy_line", renamed: { unit_id: "org_id" } },
  enterprise_test_application: { table: "test_application", renamed: { unit_id: "org_id" } },
  enterprise_test: { table: "test_candidate", renamed: {} },
  enterprise_certificate: { table: "certificate", renamed: { unit_id: "org_id", ent_name: "org_name" } },
  enterprise_student: { table: "student", renamed: { unit_id: "org_id" } },
};

/** The table that holds the rows of an entity. @param table as the entity names it */
export const getBaseTable = (table: string): string => views[table]?.table ?? table;

/** What a column of an entity is called in the table that holds it. */
export const getBaseColumn = (table: string, column: string): string => views[table]?.renamed[column] ?? column;
