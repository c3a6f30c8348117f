import type { SubsidyKind, TrainKind } from "@jipei/contract/core/fields/codes.ts";
import { getStaffSubsidy } from "@jipei/contract/training/enterprise-class.ts";
import type { Db, Tx } from "../../../core/database/db.ts";
import { answers } from "../../../core/foundation/ports.ts";
import { Refusal } from "../../../core/foundation/refusal.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { resultsAreOut } from "../../../assessment/assessment.queries.ts";
import { notify } from "../../../notices/notices.queries.ts";
import { getUnitReceivers } from "../../../providers/providers.queries.ts";
import { lockClass } from "../../../training/training.queries.ts";
import { findProjectPrice, project } from "../../projects/project-prices.ts";
import { enterpriseClaims, getClaimPage } from "../claim-side.ts";
import { draftClaim } from "../claim.save.ts";
import { claimedClass } from "../class-facts.ts";

/** Enterprises find their claims filled in: as soon as certificates are out, or the grades of a pre-job class (docs/decisions/0296). */
export const draftWhenReady = answers(resultsAreOut, async (_db, { tx, app, classId }) => {
  await app.jobs.send(tx, draftJob, { classId });
});

const draftJob = "subsidies.draft";

/** Where nobody can be claimed for yet, or the enterprise was quicker, there is nothing to draft. */
export const draftWorker = {
  name: draftJob,
  async run(app: Services, { classId }: { classId: string }): Promise<void> {
    try {
      await app.db.transaction().execute((tx) => draft(tx, classId));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  },
};

/** @throws what refuses a claim for the class */
async function draft(tx: Tx, classId: string): Promise<void> {
  // Grades and certificates may come out at once: the second job then finds the claim of the first.
  await lockClass(tx, classId);
  const claimed = await claimedClass(tx, classId, null);
  if (claimed.side !== enterpriseClaims.code) return;
  const subsidyKind = await getKind(tx, claimed);
  const id = await draftClaim(tx, claimed, { subsidyKind, isAdvance: "0" });
  await notify(tx, {
    to: await getUnitReceivers(tx, claimed.orgId),
    title: { zh: "补贴申请已自动生成，请核对后提交", en: "A claim is ready: check and submit it" },
    text: { zh: claimed.className, en: claimed.className },
    link: getClaimPage({ id, side: claimed.side }),
  });
}

const getKind = async (db: Db, { id, trainKind }: { id: string; trainKind: TrainKind }): Promise<SubsidyKind> =>
  (await findProjectPrice(db, id)) ? project : getStaffSubsidy(trainKind);
