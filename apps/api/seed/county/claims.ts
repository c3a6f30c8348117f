import {
  claimCommit,
  claimFirstCommit,
  claimReCommit,
  claimReReturn,
  claimReturn,
  claimSave,
  financeResult,
  findingCalls,
  lineUnapprove,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import { judge, record } from "../../src/subsidies/automatic-check/run.ts";
import type { SeededClass } from "./classes.ts";
import type { Desk } from "./desk.ts";
import { keepFile, paper } from "./files.ts";

/** Claims, each up to its state. */
export type Claimed = "draft" | "first" | "returned" | "second" | "back to first" | "publicity" | "paying" | "paid";

export const documents = ["花名册", "考勤表", "证书清单", "签章申请表"] as const;

/** How many days ago a claim was written, submitted, and reviewed first and second. */
export const days: Readonly<
  Record<Claimed, readonly [saved: number, committed: number, first: number, second: number]>
> = {
  draft: [2, 0, 0, 0],
  first: [4, 3, 0, 0],
  returned: [8, 7, 4, 0],
  second: [9, 8, 3, 0],
  "back to first": [16, 15, 10, 2],
  publicity: [14, 13, 8, 0],
  paying: [31, 30, 20, 13],
  paid: [31, 30, 20, 13],
};

export async function seedClaim(desk: Desk, built: SeededClass, upTo: Claimed): Promise<void> {
  const [saved, committed, first, second] = days[upTo];
  const id = await move(desk, built, upTo);
  const back = (count: number) => sql`make_interval(days => ${count})`;
  await sql`update subsidy_application set create_time = create_time - ${back(saved)}, commit_time = commit_time - ${back(committed)}, first_commit_time = first_commit_time - ${back(committed)},
    first_time = first_time - ${back(first)}, re_time = re_time - ${back(second)} where id = ${id}`.execute(desk.tx);
}

/** @returns the id of the claim, whose times are still those of the seed */
async function move(desk: Desk, { classId, school, offer }: SeededClass, upTo: Claimed): Promise<string> {
  const [saved, committed, firstDay, secondDay] = days[upTo];
  const own = { orgId: school.orgId };
  const files: string[] = [];
  for (const name of documents)
    files.push(
      await keepFile(
        desk,
        desk.actor("org", own),
        `${name}.pdf`,
        await paper(name, { 培训机构: school.name, 课程: offer.courseName }),
      ),
    );
  const claim = (await desk.as(
    "org",
    own,
    saved,
  )(claimSave, { subsidyApplyDTO: { classId, subsidyKind: "01", attachmentList: files } })) as { id: string };
  const { id } = claim;
  if (upTo === "draft") return id;
  await desk.as("org", own, committed)(claimCommit, { ids: id });
  if (upTo === "returned") {
    await desk.as("first", {}, firstDay)(claimReturn, { ids: id, reason: "考勤表未盖章，请补盖后重新提交" });
    return id;
  }
  const first = desk.actor("first");
  await record(desk.on(firstDay || committed), first, await judge(desk.app, first, id));
  if (upTo === "first") return id;
  await settle(desk, id, firstDay);
  await desk.as("first", {}, firstDay)(claimFirstCommit, { subsidyApplyDTO: { id }, firstOpinion: "材料齐全，同意" });
  if (upTo === "second") return id;
  const second = desk.as("second", {}, secondDay);
  if (upTo === "back to first") {
    await second(claimReReturn, { ids: id, reason: "请核对第3名学员的考勤", target: "firstTrial" });
    return id;
  }
  await second(claimReCommit, { ids: id, reOpinion: "同意" });
  if (upTo === "publicity") return id;
  await sql`update subsidy_application set publicity_start = ${addDays(today(), -12)}, publicity_end = ${addDays(today(), -6)} where id = ${id}`.execute(
    desk.tx,
  );
  const { rows } = await sql<{
    applyNo: string;
    approvedAmount: string;
  }>`select apply_no, approved_amount from subsidy_application where id = ${id}`.execute(desk.tx);
  const { applyNo = "", approvedAmount = "" } = rows[0] ?? {};
  await desk.as("finance", {}, 5)(financeResult, { businessNo: applyNo });
  if (upTo === "paid")
    await desk.as(
      "finance",
      {},
      2,
    )(financeResult, { businessNo: applyNo, result: "paid", payAmount: approvedAmount, payDate: addDays(today(), -2) });
  return id;
}

/** The decisions of the first reviewer: blocked rows are refused with their reason, warnings confirmed by hand. */
async function settle(desk: Desk, id: string, daysAgo: number): Promise<void> {
  const first = desk.as("first", {}, daysAgo);
  for (const [ids, unApproveReason] of await confirmWarnings(desk, "subsidyApply", id, daysAgo))
    await first(lineUnapprove, { ids, unApproveReason });
}

/** Confirms the warnings of the newest check by hand. @returns the rows that it blocks, each with the reason */
export async function confirmWarnings(
  desk: Desk,
  bizType: "subsidyApply" | "entSubsidyApply",
  id: string,
  daysAgo: number,
): Promise<Map<string, string>> {
  const first = desk.as("first", {}, daysAgo);
  const open = await sql<{
    id: string;
    severity: string;
    ruleCode: string;
    detailId: string | null;
    message: string;
  }>`select id, severity, rule_code, detail_id, message from finding where biz_type = ${bizType} and biz_id = ${id} and is_pass = '0' and run_no = (select max(run_no) from finding where biz_type = ${bizType} and biz_id = ${id})`.execute(
    desk.tx,
  );
  const blocked = new Map(
    open.rows.flatMap((finding) =>
      finding.severity === "1" && finding.detailId ? [[finding.detailId, finding.message] as const] : [],
    ),
  );
  const warnings = new Map(
    open.rows.filter((finding) => finding.severity === "2").map((finding) => [finding.ruleCode, finding.id]),
  );
  for (const warning of warnings.values())
    await first(findingCalls.submit, { id: warning, isIgnored: "1", ignoreReason: "已电话核实", sameRule: "1" });
  return blocked;
}
