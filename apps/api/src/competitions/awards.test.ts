import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { competitionRegisterCalls } from "@jipei/contract/competitions/registration.ts";
import { competitionRecordCalls as calls } from "@jipei/contract/competitions/result.ts";
import { writeXlsx } from "hucre/xlsx";
import { aCompetition, aContestant } from "../../test/factories/competition.ts";
import { aTrainingBase } from "../../test/factories/training-base.ts";
import { sendWorkbook } from "../../test/support/send-workbook.ts";
import { type PrintedResult, shownTo } from "./published-results.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

/** Results from a sheet, and what is made of them: papers, their public check, the public page. */
let app: TestApp;
let clerk: TestUser;
let institution: TestUser;
let competitionId: string;
let contestants: { id: string; registerNo: string; name: string }[];
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  institution = (await aTrainingBase(app)).orgAdmin;
  competitionId = await aCompetition(app, { competitionName: "青锋杯技能大赛" });
  contestants = [];
  for (let n = 0; n < 2; n++) {
    const id = await aContestant(app, institution, competitionId, { name: `赛手${"甲乙"[n]}` });
    const { registerNo, name } = await clerk.call(competitionRegisterCalls.detail, { id });
    contestants.push({ id, registerNo: registerNo ?? "", name });
  }
});
after(() => app.close());

const print = (user: TestUser, path: string) => app.http.inject({ url: path, headers: { token: user.token } });
const get = async (url: string) => (await app.http.inject({ url })).body;
const results = async () => (await clerk.list(calls.list, { competitionId })).records;

describe("CompetitionRecord.importCommit", () => {
  const sheet = async (rows: (string | number)[][]) =>
    Buffer.from(
      await writeXlsx({ sheets: [{ name: "成绩", rows: [["参赛编号", "理论成绩", "实操成绩", "奖项"], ...rows] }] }),
    );
  const post = (path: string, file: Buffer) => sendWorkbook<any>(app.http, clerk.token, path, file);

  it("takes scores and awards by the contestants' numbers, and says which number nobody has", async () => {
    const [first, second] = contestants;
    const wrong = await post(calls.import.dryRun.path, await sheet([["JS0000", 80, 90, "一等奖"]]));
    assert.deepEqual(
      wrong.data.cells.map(({ row, field }: { row: number; field: string }) => [row, field]),
      [[2, "registerId"]],
    );
    const file = await sheet([
      [first?.registerNo ?? "", 80, 90.5, "一等奖"],
      [second?.registerNo ?? "", 70, 60, ""],
    ]);
    const { data } = await post(calls.import.dryRun.path, file);
    assert.deepEqual([data.rows, data.bad], [2, 0], JSON.stringify(data.cells));
    assert.equal((await post(calls.import.commit.path, file)).data.inserted, 2);
    assert.deepEqual(
      (await results()).map((row) => [row.name, row.totalScore, row.awardLevel]),
      [
        ["赛手甲", "87.35", "1"],
        ["赛手乙", "63.00", null],
      ],
    );
  });
});

describe("CompetitionRecord.certificate and .awardList", () => {
  it("print nothing before publication; then awards alone, for those who see the result", async () => {
    const [award, plain] = await results();
    const paper = (ids: string, user = clerk) => print(user, `${calls.certificate.path}?ids=${ids}`);
    const list = () => print(clerk, `${calls.awardList.path}?competitionId=${competitionId}`);
    assert.equal((await paper(award?.id ?? "")).statusCode, 404);
    assert.equal((await list()).statusCode, 404);
    assert.doesNotMatch(await get("/portal?part=competitions"), /青锋杯/);
    await clerk.call(calls.publish, { competitionId, itemNo: "A" });
    for (const user of [clerk, institution]) {
      const answer = await paper(award?.id ?? "", user);
      assert.equal(answer.statusCode, 200);
      assert.match(answer.rawPayload.toString("latin1"), /^%PDF-[^]*%%EOF\s*$/);
    }
    assert.match((await list()).rawPayload.toString("latin1"), /^%PDF-[^]*%%EOF\s*$/);
    assert.equal((await paper(`${award?.id},${plain?.id}`)).statusCode, 404, "no award");
    const stranger = (await aTrainingBase(app)).orgAdmin;
    assert.equal((await paper(award?.id ?? "", stranger)).statusCode, 404);
    assert.equal((await print(institution, `${calls.awardList.path}?competitionId=${competitionId}`)).statusCode, 403);
    const { rows: printed } = await app.pool.query<{ of: string; n: number }>(
      "select biz_type as of, count(*)::int as n from audit_record where action = 'print' group by 1 order by 1",
    );
    assert.deepEqual(
      printed.map(({ of, n }) => [of, n]),
      [
        ["CompetitionNotice", 1],
        ["CompetitionRecord", 2],
      ],
    );
    const row = { name: "欧阳晓燕" } as PrintedResult;
    assert.deepEqual(
      [clerk, app.as("leader")].map(({ actor }) => shownTo(actor, [row])[0]?.name),
      ["欧阳晓燕", "欧***"],
    );
    await app.pool.query("update competition_register set name = '赛𠮷' where id = $1", [contestants[0]?.id]);
    const unprintable = await paper(award?.id ?? "");
    assert.equal(unprintable.statusCode, 400);
    assert.match(unprintable.body, /字库缺少/);
    await app.pool.query("update competition_register set name = '赛手甲' where id = $1", [contestants[0]?.id]);
  });
});

describe("/award", () => {
  it("confirms an award by its number and code alone, in both languages, and counts who asks", async () => {
    const { rows } = await app.pool.query<{ code: string }>(
      "select verify_code as code from competition_record where award_level = '1'",
    );
    const code = rows[0]?.code ?? "";
    const no = contestants[0]?.registerNo ?? "";
    const check = (query: Record<string, string>) => get(`/award?${new URLSearchParams(query)}`);
    assert.match(await check({ no, code: code.toLowerCase(), lang: "zh" }), /奖状有效[^]*赛手甲[^]*一等奖/);
    assert.match(await check({ no, code, lang: "en" }), /The award is valid[^]*First prize/);
    const other = contestants[1]?.registerNo ?? "";
    for (const wrong of [
      { no, code: "00000000" },
      { no: "x", code },
      { no: other, code },
    ])
      assert.match(await check({ ...wrong, lang: "en" }), /No such award/);
    assert.doesNotMatch(await check({ no, lang: "en" }), /赛手甲|No such award/);
    for (let n = 0; n < 10; n++) await check({ no, code: "00000000" });
    assert.match(await check({ no, code, lang: "en" }), /Too many look-ups/);
  });
});

describe("/portal?part=competitions", () => {
  it("shows what is published of a competition, with masked names", async () => {
    assert.match(await get("/portal?part=competitions&lang=zh"), /青锋杯技能大赛/);
    const text = await get(`/portal?part=competitions&id=${competitionId}&lang=zh`);
    assert.match(text, /电工[^]*赛\*\*[^]*87\.35[^]*一等奖/);
    assert.doesNotMatch(text, /赛手甲/);
    assert.match(await get("/portal?part=competitions&id=999999&lang=en"), /no results/);
  });
});
