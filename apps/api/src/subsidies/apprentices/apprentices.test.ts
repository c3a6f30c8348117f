// Slow: classes of apprentices are made, held, assessed, certified and claimed one by one.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseClaimCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { recoveryItemCalls } from "@jipei/contract/subsidies/recovery-item.ts";
import { financeResult } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import {
  type ApprenticeClaim,
  type ApprenticeOptions,
  aPaidAdvance,
  aRunningApprenticeClass,
  certifyApprentices,
  completeApprentices,
  fileApprentices,
} from "../../../test/factories/apprentices.ts";
import { aPayableEnterprise } from "../../../test/factories/claims/enterprise-claim.ts";
import type { StaffClass, StaffEnterprise } from "../../../test/factories/enterprise-class.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { getPaymentsOfPerson } from "../payment/payments-of-person.ts";
import { watchPaidRows } from "../recoveries/watch.ts";

/** An apprenticeship is paid an advance while it runs, and the rest with its certificates. */
let app: TestApp;
let enterprise: StaffEnterprise;
before(async () => {
  app = await startTestApp();
  enterprise = await aPayableEnterprise(app);
});
after(() => app.close());

const running = (options: ApprenticeOptions = {}) => aRunningApprenticeClass(app, { enterprise, ...options });
const read = (claimId: string): Promise<any> => app.as("auditor").call(calls.detail, { id: claimId });
const file = (built: StaffClass, isAdvance: "0" | "1") => fileApprentices(app, built, isAdvance);
const commit = ({ claimId }: ApprenticeClaim) => enterprise.admin.call(calls.commit, { ids: claimId });
const save = (classId: string, isAdvance: "0" | "1", subsidyKind = "07") =>
  enterprise.admin.refused(calls.saveSubsidy, {
    enterpriseSubsidyApplyDTO: { classId, subsidyKind, isAdvance },
  } as never);
/** Out of its publicity, as it is sent by finance. */
async function send(claimId: string): Promise<{ payStatus: string; payAmount: string | null }> {
  await sql`update subsidy_application set publicity_start = ${addDays(today(), -9)}, publicity_end = ${addDays(today(), -2)} where id = ${claimId}`.execute(
    app.db,
  );
  const { applyNo } = await read(claimId);
  return app.as("finance").call(financeResult, { businessNo: applyNo } as never) as never;
}
/** Which claim has reserved the training of the people of a class. */
const reservedBy = async (people: readonly string[]): Promise<string[]> =>
  (
    await sql<{ applyId: string }>`
      select e.apply_id::text from entitlement e join student s on s.id_number_hash = e.person_hash where s.id = any(${people}::bigint[]) order by s.id`.execute(
      app.db,
    )
  ).rows.map(({ applyId }) => applyId);

describe("EnterpriseSubsidyApplication.saveSubsidy of an advance", () => {
  it("offers half of what the planned months come to while the class runs, and the reviewers pass it without certificates", async () => {
    const built = await running({ months: 3, planned: 12, students: 2 });
    const preview = await enterprise.admin.call(calls.preview, {
      classId: built.classId,
      subsidyKind: "07",
      isAdvance: "1",
    });
    assert.deepEqual([preview.applyAmount, preview.lastClaimDay], ["5000.00", null]);
    const claim = await file(built, "1");
    assert.deepEqual(
      claim.lines.map(({ payableAmount, trainMonths }) => [payableAmount, trainMonths]),
      [
        ["2500.00", 12],
        ["2500.00", 12],
      ],
    );
    await completeApprentices(app, claim);
    const row = await read(claim.claimId);
    assert.deepEqual(
      [row.status, row.isAdvance, row.approvedAmount, row.advanceAmount, row.dueAmount],
      ["compile", "1", "5000.00", "0.00", "5000.00"],
    );
  });

  it("refuses more than the share (AMOUNT_OVER), another kind (FIELD_INVALID), and a class that does not run (CLASS_NOT_CERTIFIED)", async () => {
    const built = await running({ months: 3, planned: 12 });
    const claim = await file(built, "1");
    const line = { id: claim.lines[0]?.id, applyAmount: "2500.01" };
    const more = { enterpriseSubsidyApplyDTO: { id: claim.claimId }, entSubsidyApplyDetailDTO: [line] };
    assert.equal((await enterprise.admin.refused(calls.saveSubsidy, more as never)).errorCode, "AMOUNT_OVER");
    assert.equal((await save(built.classId, "1", "02")).errorCode, "FIELD_INVALID");
    assert.equal((await save(built.classId, "0")).errorCode, "CLASS_NOT_CERTIFIED");
    await sql`update training_class set end_date = ${addDays(today(), -1)} where id = ${built.classId}`.execute(app.db);
    assert.equal(
      (await enterprise.admin.refused(calls.commit, { ids: claim.claimId })).errorCode,
      "CLASS_NOT_CERTIFIED",
    );
    assert.equal(
      (await save((await running({ months: 1, planned: 12 })).classId, "0")).errorCode,
      "CLASS_NOT_CERTIFIED",
    );
  });
});

describe("EnterpriseSubsidyApplication.saveSubsidy of the rest", () => {
  const examples: [string, ApprenticeOptions, advanced: boolean, payable: string, due: string][] = [
    ["S17", { level: "4", months: 12 }, true, "5000.00", "2500.00"],
    ["S18", { level: "3", perYear: "6000.00", months: 18 }, false, "9000.00", "9000.00"],
    ["S19", { level: "4", months: 7, planned: 12 }, true, "2917.00", "417.00"],
    ["S20", { level: "3", perYear: "6000.00", months: 30 }, true, "12000.00", "6000.00"],
  ];
  for (const [name, options, advanced, payable, due] of examples)
    it(`${name}: pays the whole months less the advance`, async () => {
      const built = await running(options);
      if (advanced) await aPaidAdvance(app, built);
      const claim = await file(await certifyApprentices(app, built), "0");
      assert.equal(claim.lines[0]?.payableAmount, payable);
      await completeApprentices(app, claim);
      const row = await read(claim.claimId);
      assert.deepEqual([row.approvedAmount, row.dueAmount], [payable, due]);
      assert.equal((await send(claim.claimId)).payStatus, "2");
      const pay = (payAmount: string) => ({ businessNo: row.applyNo, result: "paid", payAmount }) as never;
      const finance = app.as("finance");
      if (advanced) assert.equal((await finance.refused(financeResult, pay(payable))).errorCode, "PAY_MISMATCH");
      assert.equal((await finance.call(financeResult, pay(due))).payStatus, "3");
      // The person sees what was paid in their name once.
      const { rows } = await sql<{ hash: string }>`
        select id_number_hash as hash from student where id = ${built.studentIds[0]}`.execute(app.db);
      const amounts = (await getPaymentsOfPerson(app.db, rows[0]?.hash ?? "")).map(({ amount }) => Number(amount));
      assert.equal(
        amounts.reduce((sum, amount) => sum + amount, 0),
        Number(payable),
      );
    });

  it("waits for the payment of an advance that is under way, and an advance is refused beside it (SUBSIDY_APPLY_DUP)", async () => {
    const built = await running({ months: 12 });
    const advance = await file(built, "1");
    await commit(advance);
    await certifyApprentices(app, built);
    assert.equal((await save(built.classId, "0")).errorCode, "SUBSIDY_APPLY_DUP");
    await app.as("firstReviewer").call(calls.Return, { ids: advance.claimId, reason: "不再预拨" } as never);
    await enterprise.admin.call(calls.remove, { ids: advance.claimId });
    await file(built, "0");
    await sql`update training_class set run_state = 'running' where id = ${built.classId}`.execute(app.db);
    assert.match((await save(built.classId, "1")).errorCode, /SUBSIDY_APPLY_DUP|CLASS_NOT_CERTIFIED/);
  });

  it("takes over what the advance had reserved, and gives it back when it is returned", async () => {
    const built = await running({ months: 12, students: 2 });
    const advance = await aPaidAdvance(app, built);
    const both = (id: string) => [id, id];
    assert.deepEqual(await reservedBy(built.studentIds), both(advance.claimId));
    const rest = await file(await certifyApprentices(app, built), "0");
    await commit(rest);
    assert.deepEqual(await reservedBy(built.studentIds), both(rest.claimId));
    await app.as("firstReviewer").call(calls.Return, { ids: rest.claimId, reason: "材料不齐" } as never);
    assert.deepEqual(await reservedBy(built.studentIds), both(advance.claimId));
    await commit(rest);
    assert.deepEqual(await reservedBy(built.studentIds), both(rest.claimId));
  });
});

describe("financeResult", () => {
  it("settles a rest of which nothing is due at once, with 0.00 yuan, and the watch finds what was too much in advance", async () => {
    const built = await running({ months: 3, planned: 12, students: 2 });
    const advance = await aPaidAdvance(app, built);
    const claim = await file(await certifyApprentices(app, built), "0");
    await completeApprentices(app, claim);
    const row = await read(claim.claimId);
    assert.deepEqual([row.approvedAmount, row.advanceAmount, row.dueAmount], ["2500.00", "5000.00", "0.00"]);
    assert.deepEqual(await send(claim.claimId).then(({ payStatus, payAmount }) => [payStatus, payAmount]), [
      "3",
      "0.00",
    ]);
    await watchPaidRows(app.db);
    assert.deepEqual(await found(advance.claimId), ["1250.00", "1250.00"]);
    assert.deepEqual(await found(claim.claimId), []);
  });

  it("leaves less to set off once an advance was recovered", async () => {
    const built = await running({ months: 12 });
    const advance = await aPaidAdvance(app, built);
    const claim = await file(await certifyApprentices(app, built), "0");
    await commit(claim);
    const document = await app.db.selectFrom("attachment").select("id").limit(1).executeTakeFirstOrThrow();
    await app.as("finance").call(financeResult, {
      businessNo: (await read(advance.claimId)).applyNo,
      result: "recovered",
      reason: "预拨有误",
      recoveryList: [document.id],
      forFalseness: "0",
    } as never);
    const row = await read(claim.claimId);
    assert.deepEqual([row.advanceAmount, row.applyAmount], ["0.00", "5000.00"]);
    assert.deepEqual(await reservedBy(built.studentIds), [claim.claimId]);
  });
});

describe("RecoveryItem.settle of an advance", () => {
  it("leaves what was not recovered of a person's advance to be set off from the rest", async () => {
    const built = await running({ months: 12, students: 2 });
    const advance = await aPaidAdvance(app, built);
    const setOnJob = (isOnJob: string) =>
      sql`update student set is_on_job = ${isOnJob} where id = ${built.studentIds[0]}`.execute(app.db);
    await setOnJob("0");
    await watchPaidRows(app.db);
    // As where a part alone was too much.
    await sql`alter table recovery_item disable trigger recovery_item_stays`.execute(app.db);
    await sql`update recovery_item set amount = 100 where apply_id = ${advance.claimId}`.execute(app.db);
    await sql`alter table recovery_item enable trigger recovery_item_stays`.execute(app.db);
    const { id: ids } = await app.db
      .selectFrom("recoveryItem")
      .select("id")
      .where("applyId", "=", advance.claimId)
      .executeTakeFirstOrThrow();
    const document = await app.db.selectFrom("attachment").select("id").limit(1).executeTakeFirstOrThrow();
    await app.as("finance").call(recoveryItemCalls.settle, {
      ids,
      reason: "多预拨",
      forFalseness: "0",
      recoveryList: [document.id],
    } as never);
    await setOnJob("1");
    const claim = await file(await certifyApprentices(app, built), "0");
    await commit(claim);
    const row = await read(claim.claimId);
    assert.deepEqual([row.applyAmount, row.advanceAmount], ["10000.00", "4900.00"]);
    const advances = row.detailList.map(
      ({ formula }: any) => formula.find(({ en }: any) => en === "Less the advance").value,
    );
    assert.deepEqual(advances.sort(), ["2400.00", "2500.00"]);
  });
});

/**
 * A class whose advance and rest are paid to half of 5000.00 yuan each, or to what is left of that for fewer months.
 * @param earned what is claimed for the first people, where it is less
 */
async function aPaidApprenticeship(
  students: number,
  { earned = [], ...options }: ApprenticeOptions & { earned?: readonly string[] } = {},
) {
  // Recoveries of other claims have lowered its credit.
  await sql`update organisation set state = 'isUser', credit_grade = 'A' where dept_id = ${enterprise.entId}`.execute(
    app.db,
  );
  const built = await running({ months: 12, planned: 12, students, ...options });
  const advance = await aPaidAdvance(app, built);
  const rest = await file(await certifyApprentices(app, built), "0");
  const lines = rest.lines.toSorted((a, b) => Number(a.id) - Number(b.id));
  await enterprise.admin.call(calls.saveSubsidy, {
    enterpriseSubsidyApplyDTO: { id: rest.claimId },
    entSubsidyApplyDetailDTO: lines.map(({ id, applyAmount }, at) => ({ id, applyAmount: earned[at] ?? applyAmount })),
  } as never);
  await completeApprentices(app, rest);
  const { dueAmount: payAmount } = await read(rest.claimId);
  const { payStatus } = await send(rest.claimId);
  const businessNo = (await read(rest.claimId)).applyNo;
  if (payStatus === "2")
    await app.as("finance").call(financeResult, { businessNo, result: "paid", payAmount } as never);
  return {
    classId: built.classId,
    studentIds: lines.map(({ studentId }) => studentId),
    advance: advance.claimId,
    rest: rest.claimId,
  };
}
/** What the watch wants back of a claim: of whose row, why and how much. */
const wanted = async (
  claimId: string,
): Promise<{ id: string; reason: string; amount: string; studentId: string }[]> => {
  await watchPaidRows(app.db);
  const { rows } = await sql<{ id: string; reason: string; amount: string; studentId: string }>`
    select r.id, r.reason, r.amount, l.student_id from recovery_item r join subsidy_line l on l.id = r.line_id
    where r.apply_id = ${claimId} and r.state = 'open' and r.is_deleted = 0 order by r.id`.execute(app.db);
  return rows;
};
/** Recovers all that the watch wants back of a claim. @returns what the claim says of it afterwards */
async function recoverAll(claimId: string): Promise<[payStatus: string, recoveredAmount: string]> {
  const document = await app.db.selectFrom("attachment").select("id").limit(1).executeTakeFirstOrThrow();
  await app.as("finance").call(recoveryItemCalls.settle, {
    ids: (await wanted(claimId)).map(({ id }) => id).join(),
    reason: "不应拨付",
    forFalseness: "0",
    recoveryList: [document.id],
  } as never);
  const { payStatus, recoveredAmount } = await read(claimId);
  return [payStatus, recoveredAmount];
}
const revokeOf = (studentId: string | undefined) =>
  sql`update certificate set is_valid = 'unValid', invalid_reason = '冒名顶替' where student_id = ${studentId}`.execute(
    app.db,
  );

describe("RecoveryItem.settle of an advance and its rest", () => {
  it("takes the advance of which the rest left nothing to pay, once the certificate is revoked", async () => {
    const { studentIds, advance, rest } = await aPaidApprenticeship(1, { months: 6 });
    assert.deepEqual([(await read(rest)).payAmount, await wanted(advance)], ["0.00", []]);
    await revokeOf(studentIds[0]);
    assert.deepEqual(await wanted(rest), []);
    assert.deepEqual(
      (await wanted(advance)).map(({ reason, amount }) => [reason, amount]),
      [["certificate", "2500.00"]],
    );
    assert.deepEqual(await recoverAll(advance), ["5", "2500.00"]);
  });

  it("takes of each what it paid for one of several, and leaves the others their training", async () => {
    for (const first of ["advance", "rest"] as const) {
      const paid = await aPaidApprenticeship(2);
      const [revoked, other] = paid.studentIds;
      await revokeOf(revoked);
      for (const claim of [first, first === "rest" ? ("advance" as const) : ("rest" as const)]) {
        assert.deepEqual(
          (await wanted(paid[claim])).map(({ studentId, reason, amount }) => [studentId, reason, amount]),
          [[revoked, "certificate", "2500.00"]],
        );
        assert.deepEqual(await recoverAll(paid[claim]), ["3", "2500.00"]);
      }
      // The time for a rest is over: an advance that nobody had earned would be found now.
      await sql`update training_class set start_date = start_date - 900, end_date = end_date - 900 where id = ${paid.classId}`.execute(
        app.db,
      );
      assert.deepEqual([await wanted(paid.advance), await wanted(paid.rest)], [[], []], `${first} first`);
      assert.ok((await reservedBy([other ?? ""])).includes(paid.rest));
    }
  });

  it("takes no more than a person cost for a reason that concerns both", async () => {
    const { studentIds, advance, rest } = await aPaidApprenticeship(3);
    await sql`insert into known_death (id_number_hash, death_date) select id_number_hash, '2020-02-02' from student where id = ${studentIds[0]}`.execute(
      app.db,
    );
    const found = [...(await wanted(advance)), ...(await wanted(rest))];
    assert.deepEqual(
      found.map(({ studentId, reason, amount }) => [studentId, reason, amount]),
      [
        [studentIds[0], "death", "2500.00"],
        [studentIds[0], "death", "2500.00"],
      ],
    );
    assert.deepEqual(
      [await recoverAll(rest), await recoverAll(advance)],
      [
        ["3", "2500.00"],
        ["3", "2500.00"],
      ],
    );
  });
});

/** What was paid for a class and not recovered, and whether the watch wants more of it back. */
async function getKept({ classId }: { classId: string }): Promise<string> {
  await watchPaidRows(app.db);
  const { rows } = await sql<{ kept: string; open: number }>`
    select sum(pay_amount - recovered_amount)::text as kept,
      (select count(*)::int from recovery_item r where r.class_id = ${classId} and r.state = 'open' and r.is_deleted = 0) as open
    from subsidy_application where class_id = ${classId} and is_deleted = 0`.execute(app.db);
  const [row] = rows;
  return row?.open === 0 ? row.kept : `${row?.kept}, and ${row?.open} entries are open`;
}
/** Recovers all that is wanted of a class, the claim named first, until nothing more is. */
async function recoverEverything(paid: Awaited<ReturnType<typeof aPaidApprenticeship>>, first: "advance" | "rest") {
  const order = first === "rest" ? [paid.rest, paid.advance] : [paid.advance, paid.rest];
  for (const claim of [...order, ...order]) if ((await wanted(claim)).length > 0) await recoverAll(claim);
}

describe("RecoveryItem.settle where somebody earned less than was advanced", () => {
  // The first person was advanced 2500.00 yuan, 1250.00 too much, which are set off from the others.
  const less = (...earned: string[]) => ({ earned: ["1250.00", ...earned] });

  it("leaves each what they earned, whoever loses the certificate", async () => {
    for (const first of ["advance", "rest"] as const)
      for (const [earned, lost, kept] of [
        [less(), [1], "1250.00"],
        [less(), [0], "5000.00"],
        [less(), [0, 1], "0.00"],
        // Less is left for the other than the first one has too much: nothing is due, and no bank pays the rest.
        [less("3000.00"), [1], "1250.00"],
        [less("3000.00"), [0], "3000.00"],
      ] as const) {
        const paid = await aPaidApprenticeship(2, earned);
        for (const at of lost) await revokeOf(paid.studentIds[at]);
        await recoverEverything(paid, first);
        assert.equal(await getKept(paid), kept, `${first} first, ${JSON.stringify({ earned, lost })}`);
      }
  });

  it("wants more back once a row that had been set off against is lost, and is lost itself afterwards", async () => {
    const paid = await aPaidApprenticeship(3, less("3000.00", "5000.00"));
    const keeps: string[] = [];
    for (const at of [2, 1, 0]) {
      await revokeOf(paid.studentIds[at]);
      await recoverEverything(paid, "rest");
      keeps.push(await getKept(paid));
    }
    assert.deepEqual(keeps, ["4250.00", "1250.00", "0.00"]);
  });

  it("keeps a rest paid of which all money is back, while rows stand that advances paid", async () => {
    const paid = await aPaidApprenticeship(2, less());
    await revokeOf(paid.studentIds[1]);
    assert.deepEqual(
      (await wanted(paid.rest)).map(({ amount }) => amount),
      ["1250.00"],
    );
    assert.deepEqual(await recoverAll(paid.rest), ["3", "1250.00"]);
    assert.ok((await reservedBy([paid.studentIds[0] ?? ""])).includes(paid.rest));
  });
});

/** Amounts that the watch wants back of a claim because nothing was earned for them. */
const found = async (claimId: string): Promise<string[]> =>
  (
    await sql<{ amount: string }>`
      select amount from recovery_item where apply_id = ${claimId} and reason = 'advance' and state = 'open' and is_deleted = 0 order by id`.execute(
      app.db,
    )
  ).rows.map(({ amount }) => amount);

describe("the watch over what was paid", () => {
  it("wants an advance back from whoever left before the certificate, and leaves one alone whose class still runs", async () => {
    const built = await running({ months: 6, planned: 12, students: 2 });
    const advance = await aPaidAdvance(app, built);
    await watchPaidRows(app.db);
    assert.deepEqual(await found(advance.claimId), []);
    await sql`update student set is_on_job = '0' where id = ${built.studentIds[0]}`.execute(app.db);
    await watchPaidRows(app.db);
    assert.deepEqual(await found(advance.claimId), ["2500.00"]);
  });
});
