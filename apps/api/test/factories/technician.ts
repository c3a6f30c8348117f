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

let studies = 0;
/** A study of a skilled worker that ended a fortnight ago, as a unit reports it. */
export const aStudy = (technicianId: string, overrides: object = {}) =>
  ({
    technicianId,
    year: Number(addDays(today(), -20).slice(0, 4)),
    projectName: `多轴加工研修${++studies}`,
    holdOrg: "省技师学院",
    startDate: addDays(today(), -20),
    endDate: addDays(today(), -15),
    studyHours: "48.0",
    result: "1",
    ...overrides,
  }) as never;
