import { paymentObjectionCalls } from "@jipei/contract/subsidies/payment-objection.ts";
import { recoveryItemCalls } from "@jipei/contract/subsidies/recovery-item.ts";
import { financeResult } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { subsidyBarCalls } from "@jipei/contract/subsidies/subsidy-bar.ts";
import { sql } from "kysely";
import { watchPaidRows } from "../../src/subsidies/recoveries/watch.ts";
import type { BuiltClaim } from "../factories/assessment.ts";
import { anAttachment } from "../factories/attachment.ts";
import { type Move, findLines } from "./claim-moves.ts";
import { assertPayableNow } from "./invariants.ts";
import type { TestUser } from "../support/test-app.ts";
import { type World, asUser, attempt, pickPerson } from "./world.ts";

interface Paying {
  applyNo: string | null;
  payStatus: string | null;
  approvedAmount: string;
}
async function findPaying({ app }: World, { claimId }: BuiltClaim): Promise<Paying> {
  return app.db
    .selectFrom("subsidyApplication")
    .select(["applyNo", "payStatus", "approvedAmount"])
    .where("id", "=", claimId)
    .$narrowType<{ approvedAmount: string }>()
    .executeTakeFirstOrThrow();
}

/** A key of its own, now and then one that was used before; or none. */
function pickKey(world: World): string | undefined {
  const { chance, played } = world;
  if (chance.happens(0.3)) return undefined;
  return `key ${chance.happens(0.1) ? chance.below(played.length) : played.length}`;
}

/** Makes a step of a payment. @param say what the call says; a decision is uploaded by whoever makes it */
async function pay(
  world: World,
  claim: BuiltClaim,
  name: string,
  say: (user: TestUser) => object | Promise<object>,
): Promise<boolean> {
  const { applyNo } = await findPaying(world, claim);
  if (!applyNo) return false;
  const user = asUser(world, pickPerson(world, "finance"));
  const input = { businessNo: applyNo, paymentKey: pickKey(world), ...(await say(user)) };
  return !!(await attempt(world, user, name, financeResult, input));
}

/** Sends, or sends again after a failure; what is sent must be payable at this moment. */
const send: Move = async (world, claim) => {
  const before = await findPaying(world, claim);
  if (!(await pay(world, claim, "send", () => ({})))) return false;
  const { payStatus } = await findPaying(world, claim);
  if (before.payStatus !== "2" && payStatus === "2") {
    world.outcomes.set("sent: done", (world.outcomes.get("sent: done") ?? 0) + 1);
    await assertPayableNow(world, claim);
  }
  return true;
};

const confirm: Move = async (world, claim) => {
  const { approvedAmount } = await findPaying(world, claim);
  const payAmount = world.chance.happens(0.1) ? "1.00" : approvedAmount;
  return pay(world, claim, "confirm", () => ({ result: "paid", payAmount }));
};

const fail: Move = (world, claim) => pay(world, claim, "fail", () => ({ result: "failed", failReason: "户名不符" }));

const aDecision = (world: World, user: TestUser) => anAttachment(world.app, user, "追回决定.pdf");

/** All of it, a part, or more than there is, which is refused. */
const recover: Move = (world, claim) =>
  pay(world, claim, "recover", async (user) => ({
    result: "recovered",
    reason: "查实多付",
    recoveryList: [await aDecision(world, user)],
    forFalseness: world.chance.happens(0.15) ? "1" : "0",
    recoveredAmount: world.chance.pick([null, "100.00", "350.25", "5000.00"]),
  }));

const object: Move = async (world, claim) => {
  const [line] = await findLines(world, claim);
  if (!line) return false;
  const { idNumberHash } = await world.app.db
    .selectFrom("student")
    .select("idNumberHash")
    .where("id", "=", line.studentId)
    .executeTakeFirstOrThrow();
  const student = world.app.as("student", { accountId: world.accountId, idNumberHash: idNumberHash ?? undefined });
  const input = { lineId: line.id, reason: "没有参加" };
  return !!(await attempt(world, student, "object", paymentObjectionCalls.submit, input));
};

const answer: Move = async (world, claim) => {
  const open = await world.app.db
    .selectFrom("paymentObjection")
    .select("id")
    .where("applyId", "=", claim.claimId)
    .where("state", "=", "open")
    .execute();
  const user = asUser(world, pickPerson(world, "clerk"));
  for (const { id } of open)
    await attempt(world, user, "answer", paymentObjectionCalls.answer, { id, answer: "已核实" });
  return open.length > 0;
};

/** The daily watch; then what it lists is recovered or dismissed. */
const watch: Move = async (world, claim) => {
  await watchPaidRows(world.app.db);
  const items = await world.app.db
    .selectFrom("recoveryItem")
    .select("id")
    .where("applyId", "=", claim.claimId)
    .where("isDeleted", "=", 0)
    .execute();
  if (items.length === 0) return true;
  const { id } = world.chance.pick(items);
  if (world.chance.happens(0.5)) {
    const user = asUser(world, pickPerson(world, "finance"));
    const decision = { ids: id, reason: "查实", forFalseness: "0", recoveryList: [await aDecision(world, user)] };
    await attempt(world, user, "settle", recoveryItemCalls.settle, decision);
  } else {
    const clerk = asUser(world, pickPerson(world, "clerk"));
    await attempt(world, clerk, "propose", recoveryItemCalls.propose, { ids: id, reason: "已补正" });
    const second = asUser(world, pickPerson(world, "secondReviewer"));
    await attempt(world, second, "dismiss", recoveryItemCalls.dismiss, { ids: id });
  }
  return true;
};

/** Clears what stands barred since a recovery for falseness, as far as it can be cleared. */
const clearBars: Move = async (world) => {
  const { rows } = await sql<{
    id: string;
  }>`select id from subsidy_bar where state = 'standing' and subject_kind <> 'class' order by id limit 4`.execute(
    world.app.db,
  );
  const user = asUser(world, pickPerson(world, "secondReviewer"));
  for (const { id } of rows)
    await attempt(world, user, "clear bar", subsidyBarCalls.clear, { ids: id, reason: "已整改" });
  return rows.length > 0;
};

export const paymentMoves = {
  send,
  confirm,
  fail,
  recover,
  object,
  answer,
  watch,
  clearBars,
} satisfies Record<string, Move>;
