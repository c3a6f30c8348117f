import { enterpriseClaimCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { financeResult } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import type { Actor } from "../../../src/core/foundation/actor.ts";
import { addDays, today } from "../../../src/core/foundation/clock.ts";
import { judge, record } from "../../../src/subsidies/automatic-check/run.ts";
import { getDue } from "../../../src/subsidies/payment/payment.ledger.ts";
import { type Claimed, confirmWarnings, days, documents } from "../claims.ts";
import type { Desk } from "../desk.ts";
import { keepFile, paper } from "../files.ts";

/** How far the claim for a class of an enterprise has come. */
export type StaffClaimed = Exclude<Claimed, "paying" | "back to first">;

interface Kind {
  subsidyKind: string;
  isAdvance: "0" | "1";
}
export interface StaffFirm {
  who: Partial<Actor>;
  name: string;
}

/**
 * The claim of an enterprise for one of its classes, up to its state, as if it had been made over the last weeks.
 * @param since days since those weeks
 */
export async function seedStaffClaim(
  desk: Desk,
  classId: string,
  kind: Kind,
  firm: StaffFirm,
  upTo: StaffClaimed,
  since = 0,
): Promise<void> {
  const [saved, committed, first, second] = days[upTo];
  const id = await move(desk, classId, kind, firm, upTo, since);
  const back = (count: number) => sql`make_interval(days => ${since + count})`;
  await sql`update subsidy_application set create_time = create_time - ${back(saved)}, commit_time = commit_time - ${back(committed)}, first_commit_time = first_commit_time - ${back(committed)},
    first_time = first_time - ${back(first)}, re_time = re_time - ${back(second)} where id = ${id}`.execute(desk.tx);
}

async function move(
  desk: Desk,
  classId: string,
  kind: Kind,
  { who, name }: StaffFirm,
  upTo: StaffClaimed,
  since: number,
): Promise<string> {
  const [saved, committed, firstDay, secondDay] = days[upTo];
  const attachmentList: string[] = [];
  for (const document of documents)
    attachmentList.push(
      await keepFile(desk, desk.actor("enterprise", who), `${document}.pdf`, await paper(document, { 企业: name })),
    );
  const { id } = await desk.as(
    "enterprise",
    who,
    saved,
  )(calls.saveSubsidy, {
    enterpriseSubsidyApplyDTO: { classId, ...kind, attachmentList },
  });
  if (upTo === "draft") return id;
  await desk.as("enterprise", who, committed)(calls.commit, { ids: id });
  const first = desk.as("first", {}, firstDay);
  if (upTo === "returned") {
    await first(calls.Return, { ids: id, reason: "花名册与考勤表人数不一致，请核对后重新提交" });
    return id;
  }
  const reviewer = desk.actor("first");
  await record(desk.on(firstDay || committed), reviewer, await judge(desk.app, reviewer, id));
  if (upTo === "first") return id;
  const blocked = await confirmWarnings(desk, "entSubsidyApply", id, firstDay);
  await first(calls.firstCommit, {
    enterpriseSubsidyApplyDTO: { id },
    entSubsidyApplyDetailDTO: [...blocked].map(([line, unApproveReason]) => ({
      id: line,
      detailStatus: "2",
      unApproveReason,
    })),
    opinion: "材料齐全，同意",
  });
  if (upTo === "second") return id;
  await desk.as("second", {}, secondDay)(calls.firstCommit, { enterpriseSubsidyApplyDTO: { id }, opinion: "同意" });
  if (upTo === "publicity") return id;
  await sql`update subsidy_application set publicity_start = ${addDays(today(), -12 - since)}, publicity_end = ${addDays(today(), -6 - since)} where id = ${id}`.execute(
    desk.tx,
  );
  const claim = await desk.tx
    .selectFrom("subsidyApplication")
    .select(["applyNo", "approvedAmount", "advanceAmount"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await desk.as("finance", {}, 5)(financeResult, { businessNo: claim.applyNo });
  await desk.as(
    "finance",
    {},
    2,
  )(financeResult, {
    businessNo: claim.applyNo,
    result: "paid",
    payAmount: getDue(claim).toFixed(2),
    payDate: addDays(today(), -2 - since),
  });
  return id;
}
