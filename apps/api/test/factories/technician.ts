import { addDays, today } from "../../src/core/foundation/clock.ts";
import { somebody } from "./enrolment.ts";

/** A skilled worker of level 2, as an office records them. */
export const aSkilledWorker = (overrides: object = {}) =>
  ({
    ...somebody(),
    workUnit: "恒信机械有限公司",
    occupationName: "数控车工",
    level: "2",
    certNo: "S000032000001262000001",
    issueDate: addDays(today(), -30),
    isValid: "isValid",
    ...overrides,
  }) as never;
