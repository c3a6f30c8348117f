import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Decimal } from "decimal.js";
import type { Db } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { type ClaimFile, getNeeds, missingDocuments } from "../automatic-check/documents.ts";
import { claimedClass } from "./class-facts.ts";

type Claim = Pick<StoredRow<typeof SubsidyApplication>, "classId" | "subsidyKind" | "isAdvance"> & {
  attachmentList: readonly string[] | null;
};

/** Documents that a claim still needs before it may be submitted. */
export async function findMissing(db: Db, claim: Claim): Promise<{ zh: string; en: string }[]> {
  const files = await getClaimFiles(db, claim.attachmentList);
  const { classFee } = await claimedClass(db, claim.classId, null);
  return missingDocuments(files, { withFee: new Decimal(classFee ?? 0).gt(0), ...getNeeds(claim) });
}

/** Attachments that are still there. */
export async function getClaimFiles(db: Db, ids: readonly string[] | null): Promise<ClaimFile[]> {
  if (!ids || ids.length === 0) return [];
  return db
    .selectFrom("document")
    .select(["fileName", "fileType", "fileSize", "sha256"])
    .where("id", "in", ids)
    .where("isDeleted", "=", 0)
    .orderBy("id")
    .execute();
}
