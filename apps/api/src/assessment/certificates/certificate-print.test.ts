import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { certificateCalls, certificateLookup } from "@jipei/contract/assessment/certificate.calls.ts";
import { sql } from "kysely";
import { aCertifiedClass } from "../../../test/factories/assessment.ts";
import { aClass } from "../../../test/factories/class.ts";
import { findTaken } from "../../../test/support/answers/taken.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { mask } from "../../core/security/mask.ts";
import { certificatePdf, publicAddress } from "./certificate-pdf.ts";
import { printedCertificates } from "./certificate-print.ts";
import { certificateSides } from "./certificate-side.ts";

/** Printed certificates, and what the public can look up with them. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const pdf = (token: string, id: string) =>
  app.http.inject({ method: "GET", url: `${certificateCalls.pdf.path}?id=${id}`, headers: { token } });

describe("Certificate.pdf", () => {
  it("prints a certificate for its own institution only", async () => {
    const built = await aCertifiedClass(app);
    const [row] = await app.db
      .selectFrom("certificate")
      .select(["id", "certNo"])
      .where("testApplyId", "=", built.applyId)
      .execute();
    const answer = await pdf(built.base.orgAdmin.token, row?.id as string);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers["content-type"], "application/pdf");
    assert.equal(answer.rawPayload.subarray(0, 5).toString(), "%PDF-");
    assert.match(String(answer.headers["content-disposition"]), new RegExp(String(row?.certNo)));
    const stranger = (await aClass(app)).base.orgAdmin;
    assert.equal((await pdf(stranger.token, row?.id as string)).statusCode, 404);
    assert.deepEqual(await findTaken(app.db, built.base.orgAdmin, "Certificate"), [{ bizId: row?.id, after: null }]);
    assert.deepEqual(await findTaken(app.db, stranger, "Certificate"), []);
  });

  it("shows the ID number as the user who prints it may see it", async () => {
    const built = await aCertifiedClass(app);
    const numbers = async (user: TestUser) =>
      (
        await printedCertificates(
          app.db,
          app,
          user.actor,
          certificateSides["1"],
          sql`t.test_apply_id = ${built.applyId}`,
        )
      ).map(({ idNumber }) => idNumber);
    const kept = await app.db
      .selectFrom("certificate")
      .select("idNumber")
      .where("testApplyId", "=", built.applyId)
      .orderBy("certNo")
      .execute();
    const whole = kept.map((row) => app.cipher.decrypt(row.idNumber as string));
    for (const user of [built.base.orgAdmin, app.as("clerk")]) assert.deepEqual(await numbers(user), whole);
    for (const role of ["leader", "auditor", "firstReviewer", "finance", "sysAdmin"] as const)
      assert.deepEqual(
        await numbers(app.as(role)),
        whole.map((number) => mask("idNumber", number)),
        role,
      );
  });
});

describe("certificateLookup", () => {
  it("returns everything printed for a right pair, and nothing for a wrong one", async () => {
    const built = await aCertifiedClass(app);
    const [row] = await app.db.selectFrom("certificate").selectAll().where("testApplyId", "=", built.applyId).execute();
    const idNumber = app.cipher.decrypt(row?.idNumber as string);
    const byNumber = await app.stranger.call(certificateLookup, {
      page: "certInfo",
      certNo: row?.certNo,
      verifyCode: row?.verifyCode,
    } as never);
    assert.deepEqual(
      [byNumber.length, byNumber[0]?.name, byNumber[0]?.idNumber, byNumber[0]?.isValid],
      [1, row?.name, `${idNumber.slice(0, 6)}********${idNumber.slice(-4)}`, "isValid"],
    );
    assert.equal(
      (await app.stranger.call(certificateLookup, { page: "certInfo", name: row?.name, idNumber } as never)).length,
      1,
    );
    assert.deepEqual(
      await app.stranger.call(certificateLookup, {
        page: "certInfo",
        certNo: row?.certNo,
        verifyCode: "AAAAAAAA",
      } as never),
      [],
    );
    assert.deepEqual(
      await app.stranger.call(certificateLookup, {
        page: "certInfocy",
        certNo: row?.certNo,
        verifyCode: row?.verifyCode,
      } as never),
      [],
      "start-up page, other kind",
    );
    assert.equal((await app.stranger.refused(certificateLookup, { page: "certInfo", name: row?.name })).status, 400);
  });

  it("finds the certificate of a holder of another document than a resident card", async () => {
    const built = await aCertifiedClass(app);
    await sql`update certificate set name = 'Nguyen', id_number = ${app.cipher.encrypt("C1234567")}, id_number_hash = ${app.cipher.hash("C1234567")} where id = (select min(id) from certificate where test_apply_id = ${built.applyId})`.execute(
      app.db,
    );
    assert.equal(
      (await app.stranger.call(certificateLookup, { page: "certInfo", name: "Nguyen", idNumber: " c1234567" } as never))
        .length,
      1,
    );
    assert.deepEqual(
      await app.stranger.call(certificateLookup, { page: "certInfo", name: "Nguyen", idNumber: "C1234568" } as never),
      [],
    );
    assert.equal(
      (await app.stranger.refused(certificateLookup, { page: "certInfo", name: "Nguyen", idNumber: "C12" })).status,
      400,
    );
  });
});

describe("GET /certInfo", () => {
  it("writes the page behind the printed code only where number and verification code are given", async () => {
    const built = await aCertifiedClass(app);
    const [row] = await app.db.selectFrom("certificate").selectAll().where("testApplyId", "=", built.applyId).execute();
    const path = new URL(publicAddress(app, row as never));
    await app.db.deleteFrom("rateCount").execute();
    const zh = await app.http.inject({
      method: "GET",
      url: path.pathname + path.search,
      headers: { "accept-language": "zh-CN" },
    });
    assert.equal(zh.statusCode, 200);
    assert.ok(zh.body.includes("证书有效") && zh.body.includes(row?.certNo as string) && !zh.body.includes("<script"));
    const en = await app.http.inject({
      method: "GET",
      url: `${path.pathname}?certNo=${row?.certNo}&verifyCode=%3Cimg%20src%3Dx%3E`,
      headers: { "accept-language": "en" },
    });
    assert.ok(en.body.includes("No such certificate") && !en.body.includes("<img"));
  });
});

describe("certificateLookup", () => {
  it("refuses the eleventh look-up of an address within an hour (RATE_LIMIT)", async () => {
    await app.db.deleteFrom("rateCount").execute();
    const ask = () =>
      app.stranger.call(certificateLookup, {
        page: "certInfo",
        certNo: "PX32999920260012000123",
        verifyCode: "ABCDEFGH",
      } as never);
    for (let n = 0; n < 10; n++) await ask();
    assert.equal(
      (
        await app.stranger.refused(certificateLookup, {
          page: "certInfo",
          certNo: "PX32999920260012000123",
          verifyCode: "ABCDEFGH",
        })
      ).status,
      429,
    );
  });
});

describe("certificatePdf", () => {
  it("reports the number of pages so far, and ends when the report throws", async () => {
    const one = {
      certNo: "PX1",
      certKind: "4",
      name: "张三",
      idNumber: "1",
      courseName: "x",
      issueDate: "2026-01-01",
      isValid: "isValid",
      verifyCode: "ABCDEFGH",
      photo: null,
    } as never;
    const told: number[] = [];
    await buffer(certificatePdf(Array(41).fill(one), app, async (done) => void told.push(done)));
    assert.deepEqual(told, [20, 40]);
    await assert.rejects(
      buffer(certificatePdf(Array(41).fill(one), app, () => Promise.reject(new Error("cancelled")))),
      /cancelled/,
    );
  });

  it("refuses a name with a character the font lacks (FIELD_INVALID) instead of printing a box", () => {
    const certificate = {
      certNo: "PX1",
      certKind: "4",
      name: "张𠮷",
      idNumber: "1",
      courseName: "x",
      issueDate: "2026-01-01",
      isValid: "isValid",
      verifyCode: "ABCDEFGH",
      photo: null,
    } as never;
    assert.throws(() => certificatePdf([certificate], app), /FIELD_INVALID/);
  });
});
