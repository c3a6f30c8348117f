import { assessorTypeCalls } from "@jipei/contract/assessment/assessors/assessor-type.ts";
import { assessorAssignmentCalls } from "@jipei/contract/assessment/assessors/assessor-assignment.ts";
import { assessorCalls } from "@jipei/contract/assessment/assessors/assessor.ts";
import { syntheticPerson } from "../../seed/synthetic-person.ts";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { TestApp } from "../support/test-app.ts";

/** An assessor of levels 5 and 4. @param n tells one from another */
export async function anAssessor(app: TestApp, n: number, overrides: object = {}): Promise<string> {
  const clerk = app.as("clerk");
  const { id: assessorTypeId } = await clerk.call(assessorTypeCalls.submit, {
    typeNo: `KA${n}`,
    typeName: `类别${n}`,
    allowLevels: ["4", "5"],
    sort: 1,
    isValid: "isValid",
  } as never);
  const { name, idNumber, phone } = syntheticPerson(945_000 + n);
  const assessor = {
    name,
    idType: "1",
    idNumber,
    education: "30",
    phone,
    assessorTypeId,
    assessorLevel: "2",
    cardNo: `KA${n}`,
    cardStartDate: addDays(today(), -10),
    cardExpireDate: addDays(today(), 90),
    occupationCodes: ["6-31-01-03"],
    workUnit: "市技工学校",
    isValid: "isValid",
    ...overrides,
  };
  return (await clerk.call(assessorCalls.submit, assessor as never)).id;
}

/** Assigns an assessor to an application. */
export const assign = (app: TestApp, testApplyId: string, assessorId: string, overrides: object = {}) =>
  app.as("clerk").call(assessorAssignmentCalls.submit, {
    testApplyId,
    applySide: "1",
    assessorId,
    duty: "2",
    subject: "1",
    fee: "200.00",
    ...overrides,
  } as never);
