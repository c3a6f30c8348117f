import { confirmStatus, trainKind } from "@jipei/contract/core/fields/codes.ts";
import { enterpriseClassMachine } from "@jipei/contract/training/enterprise-class.machine.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { addDays } from "../../../apps/api/src/core/foundation/clock.ts";
import { shot } from "../../acts.ts";
import { paper } from "../../files.ts";
import { size } from "../roster.ts";
import type { Story } from "../story.ts";

/** The class of the enterprise, from its draft to the bureau's approval. */

const course = "焊工（四级岗位提升）";

export async function openStaffClass(story: Story): Promise<void> {
  const desk = await story.at("enterprise");
  const { words } = story;
  const { fields } = EnterpriseClass;
  await desk.open("/ent/class");
  await desk.press(words.text("core.list.add"));
  await desk.choose(fields.trainKind, words.label(trainKind.codes["02"]));
  await desk.choose(fields.courseId, course);
  await desk.fill(fields.className, story.className);
  await desk.fill(fields.planCount, String(size));
  await desk.fill(fields.totalHours, "56");
  await desk.type(fields.startDate, story.startDate);
  await desk.type(fields.endDate, addDays(story.startDate, 10));
  await desk.fill(fields.trainPlace, "二号车间");
  await desk.fill(fields.teacherNames, "周师傅");
  await desk.fill(fields.contact, "李四");
  await desk.fill(fields.contactPhone, "13900000002");
  await desk.give(desk.dialog, [await paper("培训计划.pdf")]);
  await desk.dialog.getByText("培训计划.pdf").waitFor();
  // What each person is worth is known before anybody is trained.
  await desk.dialog
    .getByText(words.label(["补贴标准 1,500.00 元/人", "Subsidy standard: 1,500.00 yuan a person"]))
    .waitFor();
  await desk.check();
  await shot(desk.page, `enterprise-new-class-${words.language}`);
  await desk.confirm();
  await desk.view(story.className);
  await desk.page.waitForURL(/\/enterprise\/class\/\d+/);
  // Neither people nor lessons yet.
  await desk.pane.getByText(words.text("classes.page.missing_other", { count: 2 })).waitFor();
  await desk.check();
  await shot(desk.page, `enterprise-draft-${words.language}`);
}

export async function fileStaffClass(story: Story): Promise<void> {
  const { words } = story;
  const enterprise = await story.at("enterprise");
  await enterprise.openClass("overview");
  await enterprise.pane.getByText(words.text("classes.page.ready")).waitFor();
  await enterprise.press(words.label(enterpriseClassMachine.actions.commit));
  await enterprise.confirm();
  await enterprise.tag(confirmStatus.codes.unConfirm);

  const clerk = await story.at("clerk");
  await clerk.open(`/enterprise/class?className=${encodeURIComponent(story.className)}`);
  await clerk.view(story.className);
  await clerk.press(words.label(enterpriseClassMachine.actions.confirm));
  await clerk.confirm();
  await clerk.tag(confirmStatus.codes.Confirm);
}
