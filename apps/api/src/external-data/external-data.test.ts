import assert from "node:assert/strict";
import { type Server, createServer } from "node:http";
import { createHmac } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { extQueryCalls, queryKinds, registerCalls } from "@jipei/contract/external-data/ext-query.ts";
import { sql } from "kysely";
import { syntheticCreditCode } from "../../seed/synthetic-unit.ts";
import { aRosterRow, somebody } from "../../test/factories/enrolment.ts";
import { anOpenClass } from "../../test/factories/open-class.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { mask } from "../core/security/mask.ts";
import { maskParts } from "../core/security/mask-parts.ts";
import { lookUp } from "./external-data.queries.ts";
import { httpRegisters } from "./http-registers.ts";
import { enterAnswer, localRegisters } from "./local-registers.ts";

/** Look-ups in registers. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const purpose = "核验申请材料";

describe("lookUp", () => {
  it("stores every answer as evidence with its purpose, for every register", async () => {
    const clerk = app.as("clerk");
    const person = somebody();
    const question = {
      idNumber: person.idNumber,
      name: person.name,
      creditCode: "91320481MA1ABCDE01",
      classNo: "X-1",
      certNo: "C-1",
      purpose,
    };
    for (const kind of queryKinds) {
      const answer = await clerk.call(registerCalls[kind], {
        ...question,
        creditCode: undefined,
        ...(kind === "getUnitInfo" || kind === "getBackPay" ? { creditCode: "91350100M000100Y43" } : {}),
      } as never);
      assert.ok(answer.resultCode === "200" || answer.resultCode === "204", kind);
    }
    const kept = await app.as("auditor").list<any>(extQueryCalls.list, { size: "50" });
    assert.equal(kept.total, queryKinds.length);
    assert.ok(kept.records.every((row: any) => row.purpose === purpose));
    const stored = await sql<{
      text: string;
    }>`select string_agg(query_body || coalesce(result_data, ''), ' ') as text from ext_query`.execute(app.db);
    assert.ok(!stored.rows[0]?.text.includes(person.idNumber));
  });

  it("answers a repeated question from the cache, with the time of the first, and stores evidence of its own", async () => {
    const clerk = app.as("clerk");
    const person = somebody();
    const ask = () =>
      clerk.call(registerCalls.getPersonInsured, { idNumber: person.idNumber, yearMonth: "2026-11", purpose } as never);
    const first = await ask();
    await enterAnswer(app.db, app.cipher, "getPersonInsured", person.idNumber, {
      isInsured: "1",
      insuranceKind: "企业职工",
    });
    const second = await ask();
    assert.deepEqual([second.resultData?.isInsured, second.queryTime], ["0", first.queryTime]);
    assert.notEqual(second.id, first.id);
    const other = await clerk.call(registerCalls.getPersonInsured, {
      idNumber: person.idNumber,
      yearMonth: "2026-10",
      purpose,
    } as never);
    assert.equal(other.resultData?.isInsured, "1");
  });

  it("refuses questions without purpose or person, with a wrong number, by strangers or students", async () => {
    const clerk = app.as("clerk");
    const { idNumber } = somebody();
    assert.equal((await clerk.refused(registerCalls.examin, { idNumber })).errorCode, "FIELD_INVALID");
    assert.equal((await clerk.refused(registerCalls.examin, { purpose })).errorCode, "FIELD_INVALID");
    assert.equal(
      (await clerk.refused(registerCalls.examin, { idNumber: "329999199001010012", purpose })).errorCode,
      "ID_INVALID",
    );
    assert.equal(
      (await app.as("student").refused(registerCalls.examin, { idNumber, purpose })).errorCode,
      "ROLE_DENIED",
    );
  });

  it("takes the number of a foreigner with permanent residence, and refuses it with a wrong check digit (ID_INVALID)", async () => {
    const clerk = app.as("clerk");
    const ask = (idNumber: string) => ({ idNumber, name: "李安", purpose }) as never;
    const { resultData } = await clerk.call(registerCalls.getPersonInfo, ask("929999199001010013"));
    assert.equal((resultData as any).match, "1");
    assert.equal((await clerk.refused(registerCalls.getPersonInfo, ask("929999199001010014"))).errorCode, "ID_INVALID");
  });

  it("answers an institution about assessments and certificates of its own students only", async () => {
    const { classId, admin } = await anOpenClass(app);
    const own = await aRosterRow(app, classId);
    assert.equal(
      (await admin.call(registerCalls.getTrainCertificate, { idNumber: own.idNumber, purpose } as never)).resultCode,
      "204",
    );
    assert.equal(
      (await admin.refused(registerCalls.getTrainCertificate, { idNumber: somebody().idNumber, purpose })).errorCode,
      "NOT_OWNER",
    );
    assert.equal(
      (await admin.refused(registerCalls.getPersonInsured, { idNumber: own.idNumber, purpose })).errorCode,
      "ROLE_DENIED",
    );
    const seen = await admin.list<any>(extQueryCalls.list);
    assert.ok(seen.records.every((row: any) => row.operator === admin.actor.userId));
  });

  it("asks for units, and for claims, by the person alone who was checked: no stranger's certificate beside their number", async () => {
    const { classId, admin } = await anOpenClass(app);
    const own = await aRosterRow(app, classId);
    const certNo = `C-${own.idNumber}`;
    await enterAnswer(app.db, app.cipher, "getTrainCertificate", certNo, { certificates: [{ name: "外人", certNo }] });
    const question = { idNumber: own.idNumber, certNo, purpose };
    assert.equal((await admin.call(registerCalls.getTrainCertificate, question as never)).resultCode, "204");
    assert.equal((await app.as("clerk").call(registerCalls.getTrainCertificate, question as never)).resultCode, "200");
    const claim = { bizType: "SubsidyApplication", bizId: "1", certNo, purpose };
    for (const beside of [{}, { creditCode: syntheticCreditCode(900, "91") }]) {
      const reviewer = app.as("firstReviewer");
      assert.equal(
        (await reviewer.refused(registerCalls.getTrainCertificate, { ...claim, ...beside })).errorCode,
        "NOT_OWNER",
      );
    }
  });

  it("stores the attempt where the register is out of reach (EXT_UNAVAILABLE)", async () => {
    const person = somebody();
    await enterAnswer(app.db, app.cipher, "examin", person.idNumber, { unavailable: true });
    const clerk = app.as("clerk");
    assert.equal(
      (await clerk.refused(registerCalls.examin, { idNumber: person.idNumber, purpose })).errorCode,
      "EXT_UNAVAILABLE",
    );
    assert.equal(
      (await clerk.list<any>(extQueryCalls.list, { operator: clerk.actor.userId, resultCode: "500" })).total,
      1,
    );
  });
});

describe("ExtQuery.detail", () => {
  it("masks question and answer by what the reader may see of persons", async () => {
    const person = somebody();
    const [clerk, reviewer] = [app.as("clerk"), app.as("firstReviewer")];
    const masked = {
      idNumber: `${person.idNumber.slice(0, 6)}********${person.idNumber.slice(-4)}`,
      birthday: `${person.birthday.slice(0, 4)}-**-**`,
    };
    const ask = (user: TestUser, more: object = {}) =>
      user.call(registerCalls.getPersonInfo, {
        idNumber: person.idNumber,
        name: person.name,
        purpose,
        ...more,
      } as never);
    assert.equal((await ask(clerk)).resultData?.birthday, person.birthday);
    const { id, resultData } = await ask(reviewer);
    assert.equal(resultData?.birthday, masked.birthday);
    const parts = (row: { queryBody: string | null; resultData: string | null }) => ({
      idNumber: JSON.parse(row.queryBody ?? "{}").idNumber,
      birthday: JSON.parse(row.resultData ?? "{}").birthday,
    });
    assert.deepEqual(parts(await clerk.call(extQueryCalls.detail, { id })), {
      idNumber: person.idNumber,
      birthday: person.birthday,
    });
    for (const user of [reviewer, app.as("auditor"), app.as("sysAdmin")])
      assert.deepEqual(parts(await user.call(extQueryCalls.detail, { id })), masked, user.actor.roles[0]);
    const [listed] = (await clerk.list<any>(extQueryCalls.list, { queryKind: "getPersonInfo" })).records;
    assert.deepEqual([parts(listed).idNumber, listed.resultData ?? null], [masked.idNumber, null]);
    assert.equal(
      (
        await reviewer.refused(registerCalls.getPersonInfo, {
          idNumber: person.idNumber,
          name: person.name,
          purpose,
          bizType: "SubsidyApplication",
          bizId: "1",
        })
      ).errorCode,
      "NOT_OWNER",
      "a claim that does not name him",
    );
  });
});

describe("maskParts", () => {
  it("finds parts of an answer by their names, and ID numbers in any part", () => {
    const person = somebody();
    const hidden = maskParts(
      {
        list: [{ aac002: person.idNumber, text: person.phone, csrq: person.birthday }],
        sfzh: person.idNumber,
        mobile: person.phone,
        isDifficulty: "1",
        certNo: "C-1",
        months: 3,
      },
      () => "masked",
    );
    const [idNumber, phone] = [mask("idNumber", person.idNumber), mask("phone", person.phone)];
    assert.deepEqual(hidden, {
      list: [{ aac002: idNumber, text: phone, csrq: `${person.birthday.slice(0, 4)}-**-**` }],
      sfzh: idNumber,
      mobile: phone,
      isDifficulty: null,
      certNo: "C-1",
      months: 3,
    });
  });
});

describe("extQuery routes", () => {
  it("refuse to save or remove evidence", async () => {
    await app.as("clerk").call(registerCalls.getTraining, { idNumber: somebody().idNumber, purpose } as never);
    await assert.rejects(sql`update ext_query set purpose = 'x'`.execute(app.db), /append-only/);
    await assert.rejects(sql`delete from ext_query`.execute(app.db), /append-only/);
  });
});

/** A register over HTTP that answers what the test says. */
async function register(
  reply: (
    body: string,
    headers: Record<string, unknown>,
    url: string,
  ) => [status: number, body: string, headers?: Record<string, string>],
): Promise<{ url: string; server: Server; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      asked.push(request.url ?? "");
      const [status, text, headers] = reply(body, request.headers, request.url ?? "");
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, server, asked };
}

describe("localRegisters", () => {
  it("matches a synthetic person to the first name it was asked for, and to no other", async () => {
    const { idNumber } = somebody();
    const registers = localRegisters(app.db, app.cipher);
    const ask = async (name: string) => (await registers.ask("getPersonInfo", { idNumber, name })).resultData?.match;
    assert.deepEqual([await ask("王芳"), await ask("李娜"), await ask("王芳")], ["1", "0", "1"]);
  });
});

describe("httpRegisters", () => {
  it("signs requests to a fixed address and reads both answer forms; redirects, invalid and slow answers are «unavailable»", async () => {
    const key = "shared-key";
    let mode = "own";
    const { url, server, asked } = await register((body, headers, path) => {
      const signed = createHmac("sha256", key)
        .update(`${headers["x-timestamp"]}\n${headers["x-nonce"]}\n${path.slice(1)}\n${body}`)
        .digest("hex");
      if (signed !== headers["x-signature"]) return [401, "{}"];
      if (mode === "own") return [200, JSON.stringify({ resultCode: "200", resultData: { match: "1" } })];
      if (mode === "blade") return [200, JSON.stringify({ code: 200, data: { match: "0" } })];
      if (mode === "none") return [200, JSON.stringify({ resultCode: "204" })];
      if (mode === "redirect") return [302, "", { Location: "http://169.254.169.254/" }];
      if (mode === "large") return [200, JSON.stringify({ code: 200, data: { text: "x".repeat(1_100_000) } })];
      return [200, "<html>"];
    });
    const registers = httpRegisters({ url, key, timeout: 2000 });
    const ask = async (next: string) => ((mode = next), registers.ask("getPersonInfo", { idNumber: "1", name: "a" }));
    assert.deepEqual(await ask("own"), { resultCode: "200", resultData: { match: "1" } });
    assert.deepEqual(await ask("blade"), { resultCode: "200", resultData: { match: "0" } });
    assert.equal((await ask("none")).resultCode, "204");
    for (const bad of ["redirect", "large", "html"]) assert.equal((await ask(bad)).resultCode, "500", bad);
    assert.equal((await httpRegisters({ url, key: "wrong", timeout: 2000 }).ask("examin", {})).resultCode, "500");
    assert.ok(asked.every((path) => path === "/getPersonInfo" || path === "/examin"));
    const configured = { ...app, settings: { ...app.settings, registers: { url, key, timeout: 2000 } } };
    mode = "own";
    const person = somebody();
    assert.equal(
      (
        await lookUp(
          configured,
          app.as("clerk").actor,
          "getPersonInfo",
          { idNumber: person.idNumber, name: "错名" },
          { purpose },
        )
      ).resultData?.match,
      "1",
    );
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    assert.equal((await ask("own")).resultCode, "500");
  });
});
