import {
  claimAutoTrial,
  claimCommit,
  claimFirstCommit,
  claimRecall,
  claimReCommit,
  claimRemove,
  claimReReturn,
  claimReturn,
  claimSave,
  findingCalls,
  lineCalls,
  lineUnapprove,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { type BuiltClaim, claimDocuments } from "../factories/assessment.ts";
import { anAttachment } from "../factories/attachment.ts";
import { type World, asUser, attempt, pickPerson } from "./world.ts";

/** What is done to one claim. @returns whether it was done */
export type Move = (world: World, claim: BuiltClaim) => Promise<boolean>;

interface Line {
  id: string;
  studentId: string;
  applyAmount: string;
  trialResult: string | null;
  detailStatus: string;
}
export const findLines = async ({ app }: World, { claimId }: BuiltClaim): Promise<Line[]> =>
  (
    await sql<Line>`select id, student_id, apply_amount, trial_result, detail_status from subsidy_line where apply_id = ${claimId} and is_deleted = 0 order by id`.execute(
      app.db,
    )
  ).rows;

const applicantOf = (world: World, { base }: BuiltClaim) => asUser(world, pickPerson(world, "orgAdmin", base.orgId));

/** An amount of what a row claims or less; now and then more, which is refused. */
const pickAmount = ({ chance }: World) => chance.pick(["1000.00", "1000.00", "900.00", "640.50", "1000.01"]);

const commit: Move = async (world, claim) =>
  !!(await attempt(world, applicantOf(world, claim), "commit", claimCommit, { ids: claim.claimId }));

/** Takes a submission back; refused once a reviewer has begun. */
const recall: Move = async (world, claim) =>
  !!(await attempt(world, applicantOf(world, claim), "recall", claimRecall, { ids: claim.claimId }));

const edit: Move = async (world, claim) => {
  const lines = await findLines(world, claim);
  const chosen = lines.filter(() => world.chance.happens(0.5));
  const body = {
    subsidyApplyDTO: { id: claim.claimId, remark: `第${world.played.length}步` },
    subsidyApplyDetailDTO: chosen.map(({ id }) => ({ id, applyAmount: pickAmount(world) })),
    delSubsidyApplyDetailDTO: world.chance.happens(0.1) ? lines.slice(0, 1).map(({ id }) => ({ detailId: id })) : [],
  };
  return !!(await attempt(world, applicantOf(world, claim), "edit", claimSave, body));
};

/** Begins another claim of the class, for whoever of it can be claimed by now. */
const file: Move = async (world, claim) => {
  const user = applicantOf(world, claim);
  const attachmentList: string[] = [];
  for (const name of claimDocuments) attachmentList.push(await anAttachment(world.app, user, name));
  const saved = await attempt(world, user, "file", claimSave, {
    subsidyApplyDTO: { classId: claim.classId, subsidyKind: "01", attachmentList },
  });
  if (saved?.data?.id) world.claims.push({ ...claim, claimId: saved.data.id });
  return saved !== null;
};

const remove: Move = async (world, claim) => {
  const removed = await attempt(world, applicantOf(world, claim), "remove", claimRemove, { ids: claim.claimId });
  if (!removed) return false;
  world.claims.splice(world.claims.indexOf(claim), 1);
  // Somebody begins anew, so that the world does not run out of claims.
  return file(world, claim);
};

const check: Move = async (world, claim) => {
  const user = asUser(world, pickPerson(world, world.chance.pick(["firstReviewer", "clerk"])));
  return !!(await attempt(world, user, "check", claimAutoTrial, { applyId: claim.claimId }));
};

/** Confirms the warnings of the newest check, all of a rule at once. */
const confirmWarnings: Move = async (world, claim) => {
  const { rows } = await sql<{
    id: string;
  }>`select min(id)::text as id from finding where biz_type = 'subsidyApply' and biz_id = ${claim.claimId} and is_pass = '0' and severity = '2' and is_ignored is distinct from '1'
    and run_no = (select max(run_no) from finding where biz_type = 'subsidyApply' and biz_id = ${claim.claimId}) group by rule_code order by 1`.execute(
    world.app.db,
  );
  const user = asUser(world, pickPerson(world, "firstReviewer"));
  let confirmed = false;
  for (const { id } of rows)
    confirmed =
      !!(await attempt(world, user, "confirm warning", findingCalls.submit, {
        id,
        isIgnored: "1",
        ignoreReason: "已电话核实",
        sameRule: "1",
      })) || confirmed;
  return confirmed;
};

const firstCommit: Move = async (world, claim) => {
  const decided = (await findLines(world, claim)).filter(() => world.chance.happens(0.3));
  const body = {
    subsidyApplyDTO: { id: claim.claimId },
    subsidyApplyDetailDTO: decided.map(({ id }) =>
      world.chance.happens(0.2)
        ? { id, detailStatus: "2", unApproveReason: "材料不符" }
        : { id, detailStatus: "1", approvedAmount: pickAmount(world) },
    ),
    firstOpinion: `第${world.played.length}步`,
  };
  return !!(await attempt(
    world,
    asUser(world, pickPerson(world, "firstReviewer")),
    "firstCommit",
    claimFirstCommit,
    body,
  ));
};

const lower: Move = async (world, claim) => {
  const lines = await findLines(world, claim);
  if (lines.length === 0) return false;
  const input = { id: world.chance.pick(lines).id, approvedAmount: pickAmount(world) };
  return !!(await attempt(world, asUser(world, pickPerson(world, "firstReviewer")), "lower", lineCalls.submit, input));
};

/** Refuses a row, one that the check blocks where there is one. */
const refuseRow: Move = async (world, claim) => {
  const lines = await findLines(world, claim);
  if (lines.length === 0) return false;
  const blocked = lines.filter(({ trialResult, detailStatus }) => trialResult === "3" && detailStatus !== "2");
  const { id } = world.chance.pick(blocked.length > 0 ? blocked : lines);
  const user = asUser(world, pickPerson(world, world.chance.pick(["firstReviewer", "secondReviewer"])));
  return !!(await attempt(world, user, "refuse row", lineUnapprove, { ids: id, unApproveReason: "材料不符" }));
};

const giveBack: Move = async (world, claim) =>
  !!(await attempt(world, asUser(world, pickPerson(world, "firstReviewer")), "return", claimReturn, {
    ids: claim.claimId,
    reason: "请补充材料",
  }));

const reCommit: Move = async (world, claim) =>
  !!(await attempt(world, asUser(world, pickPerson(world, "secondReviewer")), "reCommit", claimReCommit, {
    ids: claim.claimId,
    reOpinion: `第${world.played.length}步`,
  }));

/** Of a completed claim: upholds an objection. */
const reReturn: Move = async (world, claim) =>
  !!(await attempt(world, asUser(world, pickPerson(world, "secondReviewer")), "reReturn", claimReReturn, {
    ids: claim.claimId,
    reason: "请再核实",
    target: world.chance.pick(["firstTrial", "back"]),
  }));

/** The jobs that the moves sent, the automatic check after a commit among them. */
const runJobs: Move = async ({ app }) => {
  await app.runJobs();
  return true;
};

export const claimMoves = {
  commit,
  recall,
  edit,
  file,
  remove,
  check,
  confirmWarnings,
  firstCommit,
  lower,
  refuseRow,
  giveBack,
  reCommit,
  reReturn,
  runJobs,
} satisfies Record<string, Move>;
