import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import { identityCalls as calls } from "@jipei/contract/exams/identity.calls.ts";
import { sql } from "kysely";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { type BuiltExam, aFormalExam, anExam, anOpenExam, openPaper, sitExam } from "../../../test/factories/exam.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { sweepFiles } from "../../files/sweep.ts";
import { releasePhotos } from "./photo-timer.ts";

/** The identity check: a photo that the candidate agrees to, what a person decides, who reads it, and how long it is kept. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const aCheckedExam = (): Promise<BuiltExam> => anOpenExam(app, { identityCheck: "1" });

async function linkOf(by: TestUser, fileName: string): Promise<string> {
  const id = await anAttachment(app, by, fileName);
  return (await app.db.selectFrom("attachment").select("attLink").where("id", "=", id).executeTakeFirstOrThrow())
    .attLink;
}
async function sendPhoto(by: TestUser, paperId: string): Promise<void> {
  await by.call(calls.send, { paperId, link: await linkOf(by, "核验.jpg") });
}
const decide = (paperId: string, decision: "same" | "byEye" | "different", reason?: string) =>
  clerk.call(calls.decide, { paperId, decision, reason });
const read = ({ token }: TestUser, paperId: string, which = "taken") =>
  app.http.inject({ url: `${calls.photo.path}?paperId=${paperId}&which=${which}`, headers: { token } });
const identityOf = async (id: string) => (await clerk.call(examPaperCalls.detail, { id })).identity;
const grade = (id: string) => ({ id, status: "3" }) as never;

/** The first candidate with a paper that waits for a photo. */
async function aSitter(): Promise<BuiltExam & { by: TestUser; paperId: string }> {
  const built = await aCheckedExam();
  const by = built.candidates[0] as TestUser;
  const { paperId } = await openPaper(by, built.examId);
  return { ...built, by, paperId };
}

describe("Exam.submit: identityCheck", () => {
  it("is as the parameter says where it is left out", async () => {
    const { examId } = await anExam(app);
    assert.equal((await clerk.call(examCalls.detail, { id: examId })).identityCheck, "0");
    const { examId: checked } = await anExam(app, { identityCheck: "1" });
    assert.equal((await clerk.call(examCalls.detail, { id: checked })).identityCheck, "1");
  });
});

describe("ExamPaper.sendPhoto", () => {
  it("keeps the first photo as evidence, whatever is sent later", async () => {
    const { by, paperId, examId } = await aSitter();
    assert.equal(await identityOf(paperId), "0");
    await sendPhoto(by, paperId);
    const kept = () =>
      app.db.selectFrom("examPaper").select("photoAttId").where("id", "=", paperId).executeTakeFirstOrThrow();
    const first = await kept();
    await sendPhoto(by, paperId);
    assert.deepEqual(await kept(), first);
    assert.equal(await identityOf(paperId), "1");
    const { events } = await clerk.call(examPaperCalls.detail, { id: paperId });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["start", "photo"],
    );
    const { state } = await openPaper(by, examId);
    assert.equal(state.identity, "1");
  });

  it("refuses others' papers and files, what is no jpg or too large, and exams without a check", async () => {
    const { by, paperId, candidates } = await aSitter();
    const other = candidates[1] as TestUser;
    const refused = async (who: TestUser, link: string, id = paperId) =>
      (await who.refused(calls.send, { paperId: id, link })).errorCode;
    assert.equal(await refused(other, await linkOf(other, "核验.jpg")), "NOT_OWNER");
    assert.equal(await refused(by, await linkOf(other, "核验.jpg")), "NOT_FOUND");
    assert.equal(await refused(by, await linkOf(by, "核验.png")), "FILE_FORMAT");
    const large = await linkOf(by, "核验.jpg");
    await sql`update attachment set file_size = 1048577 where att_link = ${large}`.execute(app.db);
    assert.equal(await refused(by, large), "FILE_TOO_LARGE");
    const plain = await anOpenExam(app);
    const sitter = plain.candidates[0] as TestUser;
    const paper = await openPaper(sitter, plain.examId);
    assert.equal(paper.state.identity, null);
    assert.equal(await refused(sitter, await linkOf(sitter, "核验.jpg"), paper.paperId), "STATE_ILLEGAL");
  });
});

describe("ExamPaper.decideIdentity", () => {
  it("records who decided; a second decision stands beside the first, with its reason", async () => {
    const { by, paperId } = await aSitter();
    await sendPhoto(by, paperId);
    await decide(paperId, "same");
    assert.equal(await identityOf(paperId), "2");
    const again = await clerk.refused(calls.decide, { paperId, decision: "same" });
    assert.equal(again.errorCode, "REASON_REQUIRED");
    await decide(paperId, "different", "与档案照片不符");
    assert.equal(await identityOf(paperId), "3");
    const { rows } = await sql<{ kind: string; note: string | null; createUser: string }>`
      select kind, note, create_user from paper_event where paper_id = ${paperId} and kind in ('same', 'different') order by id`.execute(
      app.db,
    );
    assert.deepEqual(
      rows.map(({ kind, note, createUser }) => [kind, note, createUser]),
      [
        ["same", null, clerk.actor.userId],
        ["different", "与档案照片不符", clerk.actor.userId],
      ],
    );
  });

  it("is by eye without a photo, needs a reason to reject, and is nobody's own", async () => {
    const { by, paperId } = await aSitter();
    const refused = async (decision: string, who = clerk) =>
      (await who.refused(calls.decide, { paperId, decision })).errorCode;
    assert.equal(await refused("same"), "STATE_ILLEGAL");
    assert.equal(await refused("different"), "REASON_REQUIRED");
    assert.equal(await refused("byEye", app.as("clerk", { idNumberHash: by.actor.idNumberHash })), "SELF_REVIEW");
    assert.equal(await refused("byEye", by), "ROLE_DENIED");
    await decide(paperId, "byEye");
    assert.equal(await identityOf(paperId), "2");
  });

  it("is refused to institutions where the bureau holds the exam", async () => {
    const { paperId, base } = await aSitter();
    assert.equal((await base.orgAdmin.refused(calls.decide, { paperId, decision: "byEye" })).errorCode, "ROLE_DENIED");
  });
});

describe("ExamPaper.submit: grading a paper with an identity check", () => {
  it("waits for the check, and is refused where it was negative", async () => {
    const { examId, candidates } = await aCheckedExam();
    const id = await sitExam(candidates[0] as TestUser, examId);
    const open = await clerk.refused(examPaperCalls.submit, grade(id));
    assert.equal(open.errorCode, "IDENTITY_OPEN");
    await decide(id, "different", "替考");
    assert.equal((await clerk.refused(examPaperCalls.submit, grade(id))).errorCode, "IDENTITY_OPEN");
    assert.equal((await clerk.refused(examPaperCalls.submit, { examId, status: "3" })).errorCode, "IDENTITY_OPEN");
    await decide(id, "byEye", "已当面核对证件");
    await clerk.call(examPaperCalls.submit, grade(id));
    assert.equal((await clerk.refused(calls.decide, { paperId: id, decision: "byEye" })).errorCode, "STATE_ILLEGAL");
  });

  it("asks the replacement of a void paper anew", async () => {
    const { examId, by, paperId } = await aSitter();
    await sendPhoto(by, paperId);
    await clerk.call(examPaperCalls.submit, { id: paperId, status: "9", reason: "断电" } as never);
    const { state } = await openPaper(by, examId);
    assert.equal(state.identity, "0");
  });
});

describe("ExamPaper.identityPhoto", () => {
  it("is read by the bureau and an assessor of the exam, not by candidates, institutions or other assessors", async () => {
    const { examId, candidates, base, applyId } = await aFormalExam(app, { identityCheck: "1" });
    const by = candidates[0] as TestUser;
    const { paperId } = await openPaper(by, examId);
    assert.equal((await read(clerk, paperId)).statusCode, 404);
    await sendPhoto(by, paperId);
    const { rows } = await sql<{ assessorId: string }>`
      select assessor_id from assessor_assignment where test_apply_id = ${applyId} limit 1`.execute(app.db);
    const assigned = rows[0] ? [app.as("assessor", { assessorId: rows[0].assessorId })] : [];
    for (const reader of [clerk, ...assigned]) assert.equal((await read(reader, paperId)).statusCode, 200);
    assert.equal((await read(base.orgAdmin, paperId)).statusCode, 403);
    assert.equal((await read(app.as("assessor", { assessorId: "1" }), paperId)).statusCode, 404);
    for (const candidate of candidates.slice(0, 2)) assert.equal((await read(candidate, paperId)).statusCode, 403);
  });

  it("is opened by no link, not even by its uploader", async () => {
    const { by, paperId } = await aSitter();
    const link = await linkOf(by, "核验.jpg");
    await by.call(calls.send, { paperId, link });
    const opened = await app.http.inject({ url: `/api/zjgrsj-file${link}`, headers: { token: by.token } });
    assert.equal(opened.statusCode, 404);
  });
});

describe("releasePhotos", () => {
  it("gives photos up after exam.identity.keep.days, and keeps what was decided", async () => {
    const { by, paperId, examId } = await aSitter();
    await sendPhoto(by, paperId);
    await decide(paperId, "same");
    await releasePhotos(app.services);
    assert.equal((await read(clerk, paperId)).statusCode, 200);
    await sql`update exam set start_time = now() - interval '200 days', end_time = now() - interval '190 days' where id = ${examId}`.execute(
      app.db,
    );
    await releasePhotos(app.services);
    assert.equal((await read(clerk, paperId)).statusCode, 404);
    await sql`update attachment set create_time = now() - interval '190 days'`.execute(app.db);
    await sweepFiles(app.services);
    const { rows } =
      await sql`select from attachment where file_name = '核验.jpg' and is_deleted = 0 and biz_type = 'ExamPaper' and biz_id = ${paperId}`.execute(
        app.db,
      );
    assert.equal(rows.length, 0);
    const { events } = await clerk.call(examPaperCalls.detail, { id: paperId });
    assert.ok(events.some(({ kind }) => kind === "same"));
  });
});
