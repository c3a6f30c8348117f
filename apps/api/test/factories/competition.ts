import { competitionCalls } from "@jipei/contract/competitions/competition.ts";
import { competitionRegisterCalls } from "@jipei/contract/competitions/registration.ts";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";
import { somebody } from "./enrolment.ts";

/** A competition that takes registrations today, with one item for single people (A) and one for teams of two (B). */
export const competitionInput = (overrides: object = {}) =>
  ({
    competitionName: "全县职业技能竞赛",
    competitionLevel: "5",
    hostOrg: "县人社局",
    registerStart: today(),
    registerEnd: addDays(today(), 10),
    competeStart: addDays(today(), 20),
    competeEnd: addDays(today(), 22),
    place: "县技工学校",
    content: "请各单位组织报名。",
    items: [
      { itemNo: "A", itemName: "电工", occupationName: "电工", level: "3", quota: 3, teamSize: 1 },
      { itemNo: "B", itemName: "焊接团体", occupationName: "焊工", level: null, quota: 4, teamSize: 2 },
    ],
    ...overrides,
  }) as never;

export async function aCompetition(app: TestApp, overrides: object = {}): Promise<string> {
  const clerk = app.as("clerk");
  const { id } = await clerk.call(competitionCalls.submit, competitionInput(overrides));
  await clerk.call(competitionCalls.submit, { id, status: "1" } as never);
  return id;
}

/** What registers somebody for an item. */
export const registrationInput = (competitionId: string, overrides: object = {}) =>
  ({ competitionId, itemNo: "A", ...somebody(), workUnit: "恒信机械有限公司", ...overrides }) as never;

/** Somebody whose registration the bureau accepted. @returns the id of the registration */
export async function aContestant(
  app: TestApp,
  by: TestUser,
  competitionId: string,
  overrides: object = {},
): Promise<string> {
  const { id } = await by.call(competitionRegisterCalls.submit, registrationInput(competitionId, overrides));
  await app.as("clerk").call(competitionRegisterCalls.submit, { id, confirmStatus: "Confirm" } as never);
  return id;
}
