/** Names of the contract that are changed: every use of the old name must be reported. @type {import("./mutation.mjs").Mutation[]} */
export const contractMutations = [
  {
    kind: "contract: a field that no two rows share",
    file: "packages/contract/src/catalogue/startup-type.ts",
    find: 'unique: ["typeNo"]',
    put: 'unique: ["typeNumber"]',
  },
  {
    kind: "contract: permission that a call asks for",
    file: "packages/contract/src/subsidies/payment-objection.ts",
    find: 'access: "payment_objection_edit"',
    put: 'access: "payment_objection_answer"',
    tests: ["apps/api/test/permissions.test.ts"],
  },
  {
    ...renamed("train_student", "training_student"),
    kind: "contract: resource of a machine, of which its permissions are made",
    file: "packages/contract/src/training/student.machine.ts",
  },
  {
    ...renamed("approvedAmount", "grantedAmount"),
    kind: "field of a claim row",
    file: "packages/contract/src/subsidies/line-fields.ts",
  },
  {
    ...renamed("planCount", "plannedCount"),
    kind: "field of a class",
    file: "packages/contract/src/training/training-class.ts",
  },
  {
    ...renamed("minHours", "leastHours"),
    kind: "field of a course",
    file: "packages/contract/src/catalogue/course.ts",
  },
  {
    ...renamed("terminate", "endClass"),
    kind: "move of a class",
    file: "packages/contract/src/training/training-class.machine.ts",
  },
  {
    ...renamed("pendingNumber", "waitingNumber"),
    kind: "call of a class",
    file: "packages/contract/src/training/training-class.calls.ts",
  },
];

/** @param {string} name @param {string} next */
function renamed(name, next) {
  return { find: name, put: next, everywhere: true };
}
