import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import { examRoomCalls as calls } from "@jipei/contract/exams/exam-room.calls.ts";
import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { sql } from "kysely";
import { anAttachment, brokenPng } from "../../../test/factories/attachment.ts";
import { aRoster, aStudentAccount } from "../../../test/factories/enrolment.ts";
import { type BuiltExam, anExam, begin, candidatesOf, openPaper } from "../../../test/factories/exam.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { epoch, fromEpoch, toEpoch } from "../../core/foundation/clock.ts";

/** Rooms of exams: their sessions, who sits where, and when a paper may be started. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const minute = 60_000;
const room = (examId: string, roomName: string, overrides: object = {}) =>
  ({ examId, roomName, place: "实训楼", capacity: 2, ...overrides }) as never;
const addRoom = async (examId: string, roomName: string, overrides: object = {}): Promise<string> =>
  (await clerk.call(calls.submit, room(examId, roomName, overrides))).id;
const publish = (examId: string) => clerk.call(examCalls.submit, { id: examId, status: "1" } as never);
const assign = (examId: string, order: "studentNo" | "random" = "studentNo") =>
  clerk.call(calls.assignSeats, { examId, order });

interface SeatRow {
  id: string;
  studentNo: string;
  roomName: string | null;
  seatNo: number | null;
}
async function seatsOf(examId: string): Promise<SeatRow[]> {
  const { records } = await clerk.call(examPaperCalls.list, {
    current: 1,
    size: 200,
    examId_equal: examId,
    ascs: "seatNo",
  } as never);
  return (records as SeatRow[]).map(({ id, studentNo, roomName, seatNo }) => ({ id, studentNo, roomName, seatNo }));
}

/** A published exam of three candidates with two rooms of two seats each. */
async function aSeatedExam(overrides: object = {}): Promise<BuiltExam & { first: string; second: string }> {
  const built = await anExam(app, overrides);
  const first = await addRoom(built.examId, "第一考场");
  const second = await addRoom(built.examId, "第二考场");
  await publish(built.examId);
  await assign(built.examId);
  return { ...built, first, second };
}
/** Lets exam and rooms begin. @param rooms which of them begin too */
async function beginRooms(examId: string, rooms: readonly string[]): Promise<void> {
  await begin(app, examId);
  await sql`update exam_room set start_time = ${fromEpoch(epoch() - minute)} where id = any(${rooms}::bigint[])`.execute(
    app.db,
  );
}

describe("ExamRoom.submit", () => {
  it("has the session of the exam where it says none, and refuses one outside it or too short", async () => {
    const { examId } = await anExam(app);
    const exam = await clerk.call(examCalls.detail, { id: examId });
    const id = await addRoom(examId, "第一考场");
    const { startTime, endTime, seated } = await clerk.call(calls.detail, { id });
    assert.deepEqual([startTime, endTime, seated], [exam.startTime, exam.endTime, 0]);
    const refused = async (overrides: object) =>
      (await clerk.refused(calls.submit, room(examId, "第二考场", overrides))).failures[0]?.field;
    const start = toEpoch(exam.startTime);
    assert.equal(await refused({ startTime: fromEpoch(start - minute) }), "startTime");
    assert.equal(await refused({ endTime: fromEpoch(toEpoch(exam.endTime) + minute) }), "endTime");
    assert.equal(await refused({ endTime: fromEpoch(start + 30 * minute) }), "endTime");
    assert.equal((await clerk.refused(calls.submit, room(examId, "第一考场"))).errorCode, "DUPLICATE");
  });

  it("follows the times of a draft, and refuses times that a session does not fit any more", async () => {
    const { examId } = await anExam(app);
    const exam = await clerk.call(examCalls.detail, { id: examId });
    const id = await addRoom(examId, "第一考场");
    const later = fromEpoch(toEpoch(exam.startTime) + 30 * minute);
    await clerk.call(examCalls.submit, { id: examId, startTime: later } as never);
    assert.equal((await clerk.call(calls.detail, { id })).startTime, later);
    await clerk.call(calls.submit, { id, endTime: fromEpoch(toEpoch(later) + 60 * minute) } as never);
    const { failures } = await clerk.refused(examCalls.submit, { id: examId, duration: 75 } as never);
    assert.equal(failures[0]?.field, "endTime");
  });

  it("is frozen once the exam runs, except for place and invigilators", async () => {
    const { examId, first } = await aSeatedExam();
    await begin(app, examId);
    await clerk.call(calls.submit, { id: first, place: "报告厅", invigilators: "王芳" } as never);
    const { place, auditList } = await clerk.call(calls.detail, { id: first });
    assert.deepEqual([place, auditList.at(-1)?.action], ["报告厅", "edit"]);
    assert.equal((await clerk.refused(calls.submit, { id: first, capacity: 9 } as never)).errorCode, "STATE_ILLEGAL");
    assert.equal((await clerk.refused(calls.submit, room(examId, "第三考场"))).errorCode, "STATE_ILLEGAL");
    assert.equal((await clerk.refused(calls.remove, { ids: first })).errorCode, "STATE_ILLEGAL");
  });

  it("keeps seats that are given out, and is no matter of institutions where the bureau holds the exam", async () => {
    const { examId, first, base } = await aSeatedExam();
    const { failures } = await clerk.refused(calls.submit, { id: first, capacity: 1 } as never);
    assert.equal(failures[0]?.field, "capacity");
    assert.equal((await clerk.refused(calls.remove, { ids: first })).errorCode, "DEPENDENCY_IN_USE");
    assert.equal((await base.orgAdmin.refused(calls.submit, room(examId, "第三考场"))).errorCode, "ROLE_DENIED");
  });
});

describe("ExamRoom.assignSeats", () => {
  it("fills the rooms by student number, tells everybody, and can be repeated at random", async () => {
    const { examId, candidates, first } = await aSeatedExam();
    const seats = await seatsOf(examId);
    const byNumber = [...seats].sort((a, b) => a.studentNo.localeCompare(b.studentNo));
    assert.deepEqual(
      byNumber.map(({ roomName, seatNo }) => `${roomName}${seatNo}`),
      ["第一考场1", "第一考场2", "第二考场1"],
    );
    assert.deepEqual(await assign(examId, "random"), { seated: 3, rooms: 2 });
    const again = await seatsOf(examId);
    assert.deepEqual(again.map(({ roomName, seatNo }) => `${roomName}${seatNo}`).sort(), [
      "第一考场1",
      "第一考场2",
      "第二考场1",
    ]);
    const own = await candidates[0]?.call(examCalls.getTrainExam, { id: examId });
    assert.equal(own?.seat?.place, "实训楼");
    const account = await aStudentAccount(app);
    const inFirst = (await clerk.call(examPaperCalls.list, {
      current: 1,
      size: 1,
      examId_equal: examId,
      examRoomId_equal: first,
    } as never)) as { records: { studentId: string }[] };
    await sql`update student set account_id = ${account.id} where id = ${inFirst.records[0]?.studentId}`.execute(
      app.db,
    );
    await clerk.call(calls.submit, { id: first, place: "报告厅" } as never);
    await assign(examId);
    const { rows } = await sql<{ titleZh: string; textZh: string }>`
      select title_zh, text_zh from message where target_kind = 'account' and target = ${account.id} order by id`.execute(
      app.db,
    );
    assert.deepEqual(
      rows.map(({ titleZh }) => titleZh),
      ["考场变更", "考场座位安排"],
    );
    assert.match(rows[0]?.textZh ?? "", /第一考场 \d号座位，报告厅，/);
  });

  it("refuses with figures where seats are missing, for drafts, and once somebody has started", async () => {
    const { examId, candidates } = await anExam(app);
    const first = await addRoom(examId, "第一考场");
    assert.equal((await clerk.refused(calls.assignSeats, { examId, order: "random" })).errorCode, "STATE_ILLEGAL");
    await publish(examId);
    const short = await clerk.refused(calls.assignSeats, { examId, order: "random" });
    assert.equal(short.errorCode, "EXAM_SEATS_SHORT");
    assert.match(short.msg, /考生3人，共2个座位，缺1个/);
    await clerk.call(calls.submit, { id: first, capacity: 3 } as never);
    await assign(examId);
    await beginRooms(examId, [first]);
    await openPaper(candidates[0] as TestUser, examId);
    assert.equal((await clerk.refused(calls.assignSeats, { examId, order: "random" })).errorCode, "EXAM_STARTED");
  });

  it("gives one result where two call at once", async () => {
    const { examId } = await aSeatedExam();
    const other = app.as("clerk", { userId: "77", sessionId: "other" });
    await Promise.all([assign(examId, "random"), other.call(calls.assignSeats, { examId, order: "random" })]);
    const seats = (await seatsOf(examId)).map(({ roomName, seatNo }) => `${roomName}${seatNo}`);
    assert.deepEqual([seats.length, new Set(seats).size], [3, 3]);
  });

  it("seats whoever joined since", async () => {
    const { examId, classId } = await aSeatedExam();
    await aRoster(app, classId, 1);
    assert.deepEqual(await assign(examId), { seated: 4, rooms: 2 });
    await aRoster(app, classId, 1);
    assert.equal((await clerk.refused(calls.assignSeats, { examId, order: "random" })).errorCode, "EXAM_SEATS_SHORT");
  });
});

describe("ExamRoom.moveSeat", () => {
  it("moves one candidate to a free seat with a reason, and tells them", async () => {
    const { examId, second } = await aSeatedExam();
    const [one] = await seatsOf(examId);
    const paperId = one?.id ?? "";
    await clerk.call(calls.moveSeat, { paperId, examRoomId: second, seatNo: 2, reason: "电脑故障" });
    const moved = (await seatsOf(examId)).find(({ id }) => id === paperId);
    assert.deepEqual([moved?.roomName, moved?.seatNo], ["第二考场", 2]);
    const { auditList } = await clerk.call(examPaperCalls.detail, { id: paperId });
    assert.deepEqual([auditList.at(-1)?.action, auditList.at(-1)?.opinion], ["moveSeat", "电脑故障"]);
  });

  it("refuses a seat that is taken or not there, and another exam's room", async () => {
    const { examId, first, second } = await aSeatedExam();
    const other = await aSeatedExam();
    const seats = await seatsOf(examId);
    const paperId = seats.find(({ roomName }) => roomName === "第二考场")?.id ?? "";
    const refused = (examRoomId: string, seatNo: number) =>
      clerk.refused(calls.moveSeat, { paperId, examRoomId, seatNo, reason: "x" });
    assert.equal((await refused(first, 1)).errorCode, "SEAT_TAKEN");
    assert.equal((await refused(second, 3)).failures[0]?.field, "seatNo");
    assert.equal((await refused(other.first, 1)).failures[0]?.field, "examRoomId");
  });

  it("gives a seat to one of two who move there at once", async () => {
    const { examId, second } = await aSeatedExam();
    const [one, two] = (await seatsOf(examId)).filter(({ roomName }) => roomName === "第一考场");
    const move = (paperId = "") =>
      app.as("clerk").attempt(calls.moveSeat, { paperId, examRoomId: second, seatNo: 2, reason: "x" });
    const answers = await Promise.all([move(one?.id), move(two?.id)]);
    assert.deepEqual(answers.map(({ errorCode }) => errorCode).sort(), ["SEAT_TAKEN", null]);
  });
});

describe("StudentQuestion.getQuestion with rooms", () => {
  it("starts a paper in the session of its room alone, which bounds the deadline", async () => {
    const { examId, candidates, first, second } = await aSeatedExam();
    await beginRooms(examId, [first]);
    const sessions = await Promise.all(
      candidates.map(async (one) => (await one.call(examCalls.getTrainExam, { id: examId })).seat?.roomName),
    );
    const inSecond = candidates[sessions.indexOf("第二考场")] as TestUser;
    const inFirst = candidates[sessions.indexOf("第一考场")] as TestUser;
    const { errorCode } = await inSecond.refused(studentQuestionCalls.getQuestion, { examId } as never);
    assert.equal(errorCode, "EXAM_CLOSED");
    const end = fromEpoch(epoch() + 20 * minute);
    await sql`update exam_room set end_time = ${end} where id = ${first}`.execute(app.db);
    const { state } = await openPaper(inFirst, examId);
    assert.equal(fromEpoch(state.deadline), end);
    await beginRooms(examId, [second]);
    await openPaper(inSecond, examId);
  });

  it("gives whoever joins later the next free seat, and tells the clerk where none is left", async () => {
    const { examId, classId, first, second } = await aSeatedExam();
    await aRoster(app, classId, 2);
    await beginRooms(examId, [first, second]);
    const [late, last] = (await candidatesOf(app, classId)).slice(3);
    await openPaper(late as TestUser, examId);
    await openPaper(last as TestUser, examId);
    const seat = async (by?: TestUser) => (await by?.call(examCalls.getTrainExam, { id: examId }))?.seat?.seatNo;
    assert.deepEqual([await seat(late), await seat(last)], [2, undefined]);
    const { rows } = await sql`select from message where title_zh = '考场座位已满'`.execute(app.db);
    assert.equal(rows.length, 1);
  });

  it("keeps the seat for further attempts and for a replacement", async () => {
    const { examId, candidates, first, second } = await aSeatedExam();
    await beginRooms(examId, [first, second]);
    const by = candidates[0] as TestUser;
    const { paperId } = await openPaper(by, examId);
    await by.call(examPaperCalls.submitExam, { id: paperId });
    const again = await openPaper(by, examId);
    await clerk.call(examPaperCalls.submit, { id: again.paperId, status: "9", reason: "设备故障" } as never);
    const replaced = await openPaper(by, examId);
    const papers = await app.db
      .selectFrom("examPaper")
      .select(["id", "examRoomId", "seatNo"])
      .where("id", "in", [paperId, again.paperId, replaced.paperId])
      .execute();
    assert.equal(new Set(papers.map(({ examRoomId, seatNo }) => `${examRoomId} ${seatNo}`)).size, 1);
  });
});

describe("Exam.room with rooms", () => {
  it("names candidates in the order of rooms and seats", async () => {
    const { examId } = await aSeatedExam();
    const { candidates } = await clerk.call(examCalls.room, { examId });
    assert.deepEqual(
      candidates.map(({ roomName, seatNo }) => `${roomName}${seatNo}`),
      ["第一考场1", "第一考场2", "第二考场1"],
    );
  });
});

describe("ExamRoom.print", () => {
  const print = ({ token }: TestUser, examId: string) =>
    app.http.inject({ url: `${calls.print.path}?examId=${examId}`, headers: { token } });
  it("is a PDF of a published exam; a draft, and the bureau's exam for an institution, are refused", async () => {
    const { examId, base } = await aSeatedExam();
    const printed = await print(clerk, examId);
    assert.deepEqual([printed.statusCode, printed.headers["content-type"]], [200, "application/pdf"]);
    assert.match(printed.rawPayload.subarray(0, 5).toString(), /%PDF-/);
    assert.equal((await print(base.orgAdmin, examId)).statusCode, 403);
    assert.equal((await print(clerk, (await anExam(app)).examId)).statusCode, 409);
    const told = await app.db
      .selectFrom("auditRecord")
      .select("action")
      .where("bizType", "=", "Exam")
      .where("bizId", "=", examId)
      .where("action", "=", "print")
      .execute();
    assert.equal(told.length, 1);
  });

  it("leaves out a photo that is damaged", async () => {
    const { examId, classId, base } = await aSeatedExam();
    const photo = await anAttachment(app, base.orgAdmin, "照片.png", brokenPng);
    await sql`update student set photo_att_id = ${photo} where class_id = ${classId}`.execute(app.db);
    assert.equal((await print(clerk, examId)).statusCode, 200);
  });
});
