import assert from "node:assert/strict";
import { identityDecision } from "@jipei/contract/exams/exam-codes.ts";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { examRoomCalls } from "@jipei/contract/exams/exam-room.calls.ts";
import { ExamRoom } from "@jipei/contract/exams/exam-room.ts";
import { identityCalls } from "@jipei/contract/exams/identity.calls.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import type { Page } from "@playwright/test";
import { anExam, begin } from "../../apps/api/test/factories/exam.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { act, assertFits, becomes, choose, closed, dialog, fill, send, shot } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Named, Words } from "../chain/words.ts";
import { open, pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Rooms with seats, and the identity check: from the clerk's panel to the door, the camera and the invigilator's decision; in both languages. */

let product: Product;
let app: TestApp;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

const words = {
  zh: {
    view: "查看",
    add: "新增",
    start: "开始考试",
    agree: "同意并拍照",
    shoot: "拍照",
    again: "重拍",
    waits: "照片已提交",
    rejected: "身份核验未通过",
    noCamera: "没有可用的摄像头",
    invigilate: "监考",
    note: "说明（不一致时必填）",
    noteAgain: "再次核验的原因",
    void: "作废答卷",
  },
  en: {
    view: "View",
    add: "Add",
    start: "Start the exam",
    agree: "Agree and take a photo",
    shoot: "Take the photo",
    again: "Take another",
    waits: "The photo was sent",
    rejected: "Your identity was not confirmed",
    noCamera: "There is no camera",
    invigilate: "Invigilation",
    note: "Note (needed where it is not the same person)",
    noteAgain: "Why it is decided again",
    void: "Void the paper",
  },
} as const;
const { fields } = ExamRoom;

for (const language of ["zh", "en"] as const)
  test(`candidates are seated in rooms, and their identity is decided by a person (${language})`, async () => {
    const w = words[language];
    const label = (named: Named) => new Words(language).label(named);
    const examName = { zh: "考场考试甲", en: "考场考试乙" }[language];
    const day = addDays(today(), 1);
    const times = { startTime: `${day} 09:00:00`, endTime: `${day} 11:00:00` };
    const { examId, studentIds } = await anExam(app, { examName, identityCheck: "1", ...times }, 10);
    const name = await becomeCandidate(studentIds[0] ?? "");

    const clerk = await product.as("clerk", { language, path: "/exam/index" });
    await act(clerk, examName, w.view);
    const panel = clerk
      .getByRole("dialog")
      .first()
      .locator(".crud-list", { has: clerk.getByRole("heading", { name: label(ExamRoom) }) });
    for (const [roomName, place] of [
      ["第一考场", "实训楼301"],
      ["第二考场", "实训楼302"],
    ] as const) {
      await panel.getByRole("button", { name: w.add, exact: true }).first().click();
      await clerk.locator(".ant-modal").waitFor();
      await fill(clerk, {
        [label(fields.roomName)]: roomName,
        [label(fields.place)]: place,
        [label(fields.capacity)]: "6",
      });
      if (roomName === "第一考场") {
        await assertAccessible(clerk);
        await shot(clerk, `room-form-${language}`);
      }
      await send(clerk);
      await panel.getByText(place).waitFor();
    }
    await app.as("clerk").call(examCalls.submit, { id: examId, status: "1" } as never);
    await open(clerk, "/exam/index");
    await act(clerk, examName, w.view);
    await panel.getByRole("button", { name: label(examRoomCalls.assignSeats) }).click();
    await clerk.locator(".ant-modal").waitFor();
    await send(clerk);
    await becomes(() => seated(examId), 10);
    await panel
      .getByRole("row", { name: /第一考场/ })
      .getByText("6", { exact: true })
      .first()
      .waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `rooms-${language}`);
    await clerk.locator(".ant-modal").waitFor({ state: "hidden" });
    await act(clerk, name, label(examRoomCalls.moveSeat), dialog(clerk));
    await clerk.locator(".ant-modal").waitFor();
    await choose(clerk, label(ExamRoom), "第二考场");
    await dialog(clerk).getByRole("spinbutton").fill("6");
    await dialog(clerk).getByRole("textbox").last().fill("行动不便");
    await assertAccessible(clerk);
    await shot(clerk, `move-seat-${language}`);
    await send(clerk);
    await becomes(async () => (await seatOf(examId, name))?.seat, 6);

    const student = await product.as("student", { language, size: phone, path: "/stu/exam" });
    const card = pane(student).getByRole("article", { name: examName });
    await card.getByText("实训楼302").waitFor();
    await card.scrollIntoViewIfNeeded();
    await assertFits(student);
    await assertAccessible(student);
    await shot(student, `own-seat-${language}`);
    await begin(app, examId);
    await product.sql("update exam_room set start_time = now() - interval '1 minute' where exam_id = $1", [examId]);
    await open(student, "/stu/exam");
    await card.getByRole("button", { name: w.start }).click();
    await pane(student).locator(".sitting-question").waitFor();
    await assertAccessible(student);
    await shot(student, `check-asked-${language}`);
    await pane(student).getByRole("button", { name: w.agree }).click();
    await takePhoto(student, w.shoot, w.again, language);
    await pane(student).getByText(w.waits).waitFor();
    await shot(student, `check-waits-${language}`);
    await pane(student).locator(".sitting-option").first().click();

    // The roster has the same picture.
    await product.sql(
      "update student s set photo_att_id = p.photo_att_id from exam_paper p where p.student_id = s.id and p.exam_id = $1 and s.id = $2",
      [examId, studentIds[0]],
    );
    await open(clerk, "/exam/index");
    await act(clerk, examName, w.invigilate);
    await pane(clerk).getByRole("combobox").click();
    await clerk.getByTitle("第二考场").click();
    const watched = pane(clerk).getByRole("row", { name: new RegExp(name) });
    await becomes(() => pane(clerk).locator(".exam-table tbody tr").count(), 5);
    await assertAccessible(clerk);
    await shot(clerk, `room-seats-${language}`);
    await watched.getByRole("button", { name: label(identityCalls.decide) }).click();
    await dialog(clerk).locator(".identity-photos img").nth(1).waitFor();
    await assertAccessible(clerk);
    await shot(clerk, `decide-${language}`);
    await dialog(clerk).getByText(label(identityDecision.codes.different), { exact: true }).click();
    await dialog(clerk).getByLabel(w.note).fill("与档案照片不符");
    await send(clerk);
    await clerk.getByRole("dialog", { name: new RegExp(w.void) }).waitFor();
    await clerk.keyboard.press("Escape");
    await closed(clerk);
    await pane(student).getByText(w.rejected).waitFor();
    await shot(student, `check-rejected-${language}`);
    await watched.getByRole("button", { name: label(identityCalls.decide) }).click();
    await dialog(clerk).getByText(label(identityDecision.codes.same), { exact: true }).click();
    await dialog(clerk).getByLabel(w.noteAgain).fill("已当面核对证件");
    await send(clerk);
    await closed(clerk);
    await pane(student).getByText(w.rejected).waitFor({ state: "hidden" });
    assert.deepEqual(await decisions(examId), ["photo", "different", "same"]);
  });

test("without a camera the page says what to do, and questions can be answered", async () => {
  const { examId, studentIds } = await anExam(app, { examName: "考场考试丙", identityCheck: "1" }, 3);
  await becomeCandidate(studentIds[0] ?? "");
  await app.as("clerk").call(examCalls.submit, { id: examId, status: "1" } as never);
  await begin(app, examId);
  const student = await product.as("student", { size: phone, fresh: true });
  await student.addInitScript(() =>
    Object.defineProperty(navigator.mediaDevices, "getUserMedia", {
      value: () => Promise.reject(new Error("no camera")),
    }),
  );
  await student.goto(`/stu/exam/${examId}`);
  await pane(student).getByRole("button", { name: words.zh.agree }).click();
  await dialog(student).getByText(words.zh.noCamera).waitFor();
  await assertAccessible(student);
  await shot(student, "no-camera");
  await student.keyboard.press("Escape");
  await closed(student);
  await pane(student).locator(".sitting-option").first().click();
});

/** The photo is looked at once more before it is sent. */
async function takePhoto(page: Page, shoot: string, again: string, language: string): Promise<void> {
  await dialog(page).getByRole("button", { name: shoot, exact: true }).click();
  await dialog(page).getByRole("button", { name: again, exact: true }).click();
  await shot(page, `camera-${language}`);
  await dialog(page).getByRole("button", { name: shoot, exact: true }).click();
  await dialog(page).locator(".identity-taken").waitFor();
  await assertAccessible(page);
  await shot(page, `photo-taken-${language}`);
  await send(page);
  await closed(page);
}

/** The demo student is this person. @returns their name */
async function becomeCandidate(studentId: string): Promise<string> {
  const [found] = await product.sql<{ name: string }>(
    "update app_user u set id_number_hash = s.id_number_hash, name = s.name, real_name = s.name from student s where u.account = 'student' and s.id = $1 returning s.name",
    [studentId],
  );
  return found?.name ?? "";
}

const seated = async (examId: string): Promise<number> =>
  (await product.sql("select from exam_paper where exam_id = $1 and seat_no is not null", [examId])).length;

const seatOf = async (examId: string, name: string): Promise<{ seat: number } | undefined> => {
  const [found] = await product.sql<{ seat: number }>(
    "select p.seat_no as seat from exam_paper p join student s on s.id = p.student_id where p.exam_id = $1 and s.name = $2",
    [examId, name],
  );
  return found;
};

const decisions = async (examId: string): Promise<string[]> =>
  (
    await product.sql<{ kind: string }>(
      "select v.kind from paper_event v join exam_paper p on p.id = v.paper_id where p.exam_id = $1 and v.kind in ('photo', 'same', 'different') order by v.id",
      [examId],
    )
  ).map(({ kind }) => kind);
