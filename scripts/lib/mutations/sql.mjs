const tests = (...files) => ({ tests: files.map((file) => `apps/api/src/${file}.test.ts`) });

/** Wrong names in SQL text, which only PostgreSQL checks: each with a test file that runs the text. @type {import("./mutation.mjs").Mutation[]} */
export const sqlMutations = [
  {
    kind: "statement: column in a condition",
    file: "apps/api/src/subsidies/duties/claim-duties.ts",
    find: "and l.is_deleted = 0 and has_set_standard",
    put: "and l.deleted = 0 and has_set_standard",
    ...tests("subsidies/claim/review"),
  },
  {
    kind: "statement: column that an update sets",
    file: "apps/api/src/training/roster/later-results.ts",
    find: "set grade_result = r.result",
    put: "set result_of_grade = r.result",
    ...tests("assessment/grades/grade-correct"),
  },
  {
    kind: "statement: table",
    file: "apps/api/src/subsidies/reminders.ts",
    find: "from diploma t join training c",
    put: "from diplomas t join training c",
    ...tests("subsidies/reminders"),
  },
  {
    kind: "fragment: column of a condition",
    file: "apps/api/src/subsidies/reminders.ts",
    find: "t.first_time < ${latest}",
    put: "t.first_trial_time < ${latest}",
    ...tests("subsidies/reminders"),
  },
  {
    kind: "fragment: condition of a list",
    file: "apps/api/src/training/classes/training-class.routes.ts",
    find: "and t.is_subsidy = '1' and",
    put: "and t.subsidised = '1' and",
    ...tests("training/classes/run-state"),
  },
  {
    kind: "fragment: order of a list",
    file: "apps/api/src/training/classes/training-class.routes.ts",
    find: "descending(sql`t.start_date`)",
    put: "descending(sql`t.begin_date`)",
    ...tests("training/classes/class-save"),
  },
  {
    kind: "text of a derived field",
    file: "apps/api/src/training/classes/run-state.ts",
    find: "s.is_deleted = 0 and s.confirm_status <> ",
    put: "s.is_deleted = 0 and s.confirm_state <> ",
    ...tests("training/classes/run-state"),
  },
  {
    kind: "text given to a pool",
    file: "apps/api/src/auth/token/sessions.ts",
    find: "end_reason = 'logout'",
    put: "ended_reason = 'logout'",
    ...tests("auth/token/token"),
  },
  {
    kind: "statement: name under which a column is read",
    file: "apps/api/src/catalogue/course.routes.ts",
    find: 'o.confirm_status as "orgCourseStatus"',
    put: 'o.confirm_status as "orgCourseState"',
    ...tests("providers/organisation-course"),
  },
];
