import { OrganisationPlan } from "@jipei/contract/training/organisation-plan.ts";
import { organisationPlanMachine } from "@jipei/contract/training/organisation-plan.machine.ts";
import { planMachine } from "@jipei/contract/training/plan.machine.ts";
import { Plan, planRelease } from "@jipei/contract/training/plan.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { confirmStatus, trainKind } from "@jipei/contract/core/fields/codes.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import { paper } from "../files.ts";
import type { Story } from "./story.ts";

/** The first part: a plan, the institution's declaration under it, and its class. */

const course = "电工（五级）";

export async function releasePlan(story: Story): Promise<void> {
  const desk = await story.at("clerk");
  const { label, text } = bound(story);
  const { fields } = Plan;
  await desk.open("/plan/index");
  await desk.press(text("core.list.add"));
  await desk.fill(fields.planName, story.planName);
  await desk.choose(fields.trainKind, label(trainKind.codes["01"]));
  await desk.fill(fields.totalHeadcount, "200");
  await desk.type(fields.startDate, today());
  await desk.type(fields.endDate, addDays(today(), 30));
  await desk.confirm();
  await desk.act(story.planName, planMachine.actions.release);
  await desk.confirm();
  await desk.row(story.planName).getByText(label(planRelease.codes["1"])).waitFor();
  await desk.check();
}

export async function declareUnderPlan(story: Story): Promise<void> {
  const desk = await story.at("org");
  const { label, text } = bound(story);
  const { fields } = OrganisationPlan;
  const year = today().slice(0, 4);
  await desk.open("/my/plan");
  await desk.press(text("core.list.add"));
  await desk.choose(fields.planId, story.planName);
  await desk.choose(fields.courseId, course);
  await desk.fill(fields.headcount, "60");
  await desk.fill(fields.classCount, "2");
  await desk.type(fields.startDate, `${year}-01-01`);
  await desk.type(fields.endDate, `${year}-12-31`);
  await desk.fill(fields.trainPlace, "育才路18号");
  await desk.confirm();
  await desk.act(story.planName, organisationPlanMachine.actions.commit);
  await desk.confirm();
  await desk.row(story.planName).getByText(label(confirmStatus.codes.unConfirm)).waitFor();
  const first = await story.at("first");
  await first.open("/plan/org");
  await first.act(story.planName, organisationPlanMachine.actions.confirm);
  await first.confirm();
  await first.row(story.planName).getByText(label(confirmStatus.codes.Confirm)).waitFor();
}

export async function openClass(story: Story): Promise<void> {
  const desk = await story.at("org");
  const { text } = bound(story);
  const { fields } = TrainingClass;
  const [plan] = await story.product.sql<{ no: string }>(
    "select o.org_plan_no as no from organisation_plan o join plan p on p.id = o.plan_id where p.plan_name = $1",
    [story.planName],
  );
  await desk.open("/my/class");
  await desk.press(text("core.list.add"));
  await desk.choose(fields.orgPlanId, plan?.no as string);
  await desk.choose(fields.orgCourseId, course);
  await desk.fill(fields.className, story.className);
  await desk.fill(fields.planCount, "30");
  await desk.fill(fields.totalHours, "40");
  await desk.type(fields.startDate, story.startDate);
  await desk.type(fields.endDate, addDays(story.startDate, 6));
  await desk.fill(fields.trainPlace, "育才路18号");
  await desk.choose(fields.classroomId, "1号教室");
  await desk.choose(fields.headTeacherId, "王勇");
  await desk.fill(fields.headTeacherPhone, "13900000001");
  await desk.fill(fields.contact, "李四");
  await desk.fill(fields.contactPhone, "13900000002");
  await desk.fill(fields.chargeStandard, "0");
  await desk.give(desk.dialog, [await paper("教学计划.pdf")]);
  await desk.dialog.getByText("教学计划.pdf").waitFor();
  await desk.check();
  await desk.confirm();
  await desk.view(story.className);
  await desk.page.waitForURL(/\/class\/detail\/\d+/);
}

const bound = ({ words }: Story) => ({ label: words.label.bind(words), text: words.text.bind(words) });
