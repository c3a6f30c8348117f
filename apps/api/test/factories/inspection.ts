import { investigationCalls as calls } from "@jipei/contract/inspection/investigation.calls.ts";
import type { WholeInvestigation } from "@jipei/contract/inspection/investigation.calls.ts";
import { today } from "../../src/core/foundation/clock.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";

/** Inspections of classes in every stage, made by the calls of the bureau. */

/** What an inspection of a class begins with. */
export const visit = (classId: string, overrides: object = {}) => ({
  classId,
  investigateKind: "3" as const,
  investigateDate: today(),
  visitTime: "09:30",
  visitPlace: "一号教室",
  isReal: "1" as const,
  content: "到场核查",
  ...overrides,
});

export interface Inspected {
  id: string;
  inspector: TestUser;
  drawn: WholeInvestigation;
}

/** A draft whose sample is drawn and not asked yet. */
export async function aDrawnInspection(app: TestApp, classId: string, overrides: object = {}): Promise<Inspected> {
  const inspector = app.as("clerk");
  const { id } = await inspector.call(calls.submit, visit(classId, overrides));
  return { id, inspector, drawn: await inspector.call(calls.draw, { id }) };
}

/** Filled in: everybody of the sample gave the same answer. */
export async function aFilledInspection(
  app: TestApp,
  classId: string,
  isReal: "0" | "1",
  overrides: object = {},
): Promise<Inspected> {
  const inspected = await aDrawnInspection(app, classId, { isReal, ...overrides });
  for (const { id } of inspected.drawn.personList)
    await inspected.inspector.call(calls.answer, {
      id,
      way: "2",
      answer: isReal === "1" ? "1" : "2",
      remark: isReal === "1" ? null : "未参加过培训",
    });
  await inspected.inspector.call(calls.fill, { ids: inspected.id });
  return inspected;
}

/** Verified by somebody else, so that the class shows the result. */
export async function aVerifiedInspection(
  app: TestApp,
  classId: string,
  isReal: "0" | "1",
  overrides: object = {},
): Promise<Inspected> {
  const inspected = await aFilledInspection(app, classId, isReal, overrides);
  await app.as("firstReviewer").call(calls.verify, { ids: inspected.id });
  return inspected;
}
