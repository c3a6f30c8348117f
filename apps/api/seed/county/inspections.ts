import { investigationCalls } from "@jipei/contract/inspection/investigation.calls.ts";
import type { WholeInvestigation } from "@jipei/contract/inspection/investigation.calls.ts";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { Actor } from "../../src/core/foundation/actor.ts";
import type { Desk } from "./desk.ts";

/** What an inspection of a class came to: everybody confirmed, verified or not yet; or somebody denied. */
export type Inspection = "passed" | "filled" | "failed";

/** What an enterprise says of the training of its staff: what it needs, or what came of it. The clerk verifies it. */
export async function seedSurvey(
  desk: Desk,
  classId: string,
  who: Partial<Actor>,
  facts: { investigateKind: "1"; needCourseIds: string[]; needCount: number } | { investigateKind: "2" },
): Promise<void> {
  const asFirm = desk.as("enterprise", who, 5);
  const { id } = await asFirm(investigationCalls.submit, {
    classId,
    investigateDate: addDays(today(), -5),
    investigator: "培训主管",
    ...(facts.investigateKind === "1"
      ? { ...facts, content: "现有员工中拟参加培训的人数和工种，按岗位需要排期。" }
      : {
          ...facts,
          satisfaction: 4,
          skillUpRate: "85.00",
          keepRate: "96.00",
          content: "参训员工操作更规范，返工减少；希望增加设备维护内容。",
        }),
  });
  await asFirm(investigationCalls.fill, { ids: id });
  await desk.as("clerk", {}, 3)(investigationCalls.verify, { ids: id });
}

/** An inspection of a class, by the clerk; the first reviewer verifies it. */
export async function seedInspection(desk: Desk, classId: string, outcome: Inspection): Promise<void> {
  const failed = outcome === "failed";
  const clerk = desk.as("clerk", {}, 2);
  const { id } = await clerk(investigationCalls.submit, {
    classId,
    investigateKind: "3",
    investigateDate: addDays(today(), -2),
    visitTime: "09:30",
    visitPlace: "培训机构教室",
    isReal: failed ? "0" : "1",
    content: failed ? "电话抽查中有学员否认参加培训，签到表笔迹相同。" : "到场核查，学员在课，抽查对象均确认参加培训。",
  });
  const { personList } = (await clerk(investigationCalls.draw, { id })) as WholeInvestigation;
  for (const [place, person] of personList.entries())
    await clerk(investigationCalls.answer, {
      id: person.id,
      way: failed ? "2" : "3",
      answer: failed && place === 0 ? "2" : "1",
      remark: failed && place === 0 ? "本人称未参加过该培训" : null,
    });
  await clerk(investigationCalls.fill, { ids: id });
  if (outcome !== "filled") await desk.as("first", {}, 1)(investigationCalls.verify, { ids: id });
}
