import type { BuiltClaim } from "../factories/assessment.ts";
import { claimMoves } from "./claim-moves.ts";
import { factMoves } from "./fact-moves.ts";
import { assertAllSound, assertApprovable, assertSound } from "./invariants.ts";
import { paymentMoves } from "./payment-moves.ts";
import type { World } from "./world.ts";

const moves = { ...claimMoves, ...paymentMoves, ...factMoves };
type MoveName = keyof typeof moves;
const moveNames = Object.keys(moves) as MoveName[];
type Weights = Readonly<Partial<Record<MoveName, number>>>;

/** What somebody would do next with a claim, by the state of its review, once it is completed by that of its payment. */
const sensible: Readonly<Record<string, Weights>> = {
  unSubmit: { commit: 6, edit: 2, remove: 0.2 },
  back: { commit: 6, edit: 2, remove: 0.2 },
  firstTrial: {
    recall: 0.5,
    check: 3,
    confirmWarnings: 5,
    firstCommit: 5,
    giveBack: 0.4,
    refuseRow: 1.5,
    lower: 0.5,
    runJobs: 1,
  },
  reTrial: { reCommit: 6, reReturn: 0.7, refuseRow: 0.4 },
  pay1: { send: 5, reReturn: 0.4, object: 0.4, answer: 1, passTime: 3 },
  pay2: { confirm: 5, fail: 1, object: 0.4, answer: 1 },
  pay3: { recover: 1, watch: 0.5, object: 0.3, file: 0.3 },
  pay4: { changeAccount: 2, send: 3, reReturn: 1 },
  pay5: { file: 2, clearBars: 1 },
};

const facts: Weights = {
  suspend: 2,
  die: 1,
  payElsewhere: 1,
  oweWages: 0.5,
  correctAttendance: 3,
  revoke: 1,
  correctGrade: 1,
  changeParameter: 1,
  changeStandard: 1,
  changeAccount: 1,
  inspect: 0.3,
  changeRoles: 2,
  passTime: 4,
};

async function findState({ app }: World, { claimId }: BuiltClaim): Promise<string> {
  const { status, payStatus } = await app.db
    .selectFrom("subsidyApplication")
    .select(["status", "payStatus"])
    .where("id", "=", claimId)
    .executeTakeFirstOrThrow();
  return status === "compile" ? `pay${payStatus}` : status;
}

/** Mostly what makes sense in the state of the claim, often a fact that changes, now and then anything at all. */
async function pickMove(world: World, claim: BuiltClaim): Promise<MoveName> {
  const { chance } = world;
  if (chance.happens(0.1)) return chance.pick(moveNames);
  if (chance.happens(0.2)) return chance.pickName<MoveName>(facts);
  return chance.pickName<MoveName>(sensible[await findState(world, claim)] ?? facts);
}

/** Plays a number of moves, and asserts after each that the claim it was about is sound, now and then that all are. */
export async function play(world: World, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const claim = world.chance.pick(world.claims);
    const name = await pickMove(world, claim);
    const done = await moves[name](world, claim);
    if (done && (name === "firstCommit" || name === "reCommit")) await assertApprovable(world, claim);
    await assertSound(world, claim);
    if (n % 100 === 0) await assertAllSound(world);
  }
  await assertAllSound(world);
}
