import type { SubsidyStandard } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { type SubsidyKind, type TrainKind, subsidyKind, trainKind } from "@jipei/contract/core/fields/codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { Refusal } from "../core/foundation/refusal.ts";

/** A kind of training with a subsidy for it. */
export interface Pair {
  trainKind: TrainKind;
  subsidyKind: SubsidyKind;
  payTarget: StoredRow<typeof SubsidyStandard>["payTarget"];
  /** First and last day (yyyy-MM-dd) on which the pair is wanted; one day on which the table has it is enough. */
  effectDate: string;
  until: string | null;
}

/**
 * A kind of training has only the subsidies that the table of pairs gives it (docs/rules.md, kinds that go together). The database holds the same
 * by triggers. @throws KIND_MISMATCH
 */
export async function assertKindsFit(db: Db, pair: Pair): Promise<void> {
  const { rows } = await sql<{
    fits: boolean;
  }>`select kinds_fit(${pair.trainKind}, ${pair.subsidyKind}, ${pair.payTarget}, ${pair.effectDate}::date, ${pair.until}::date) as fits`.execute(
    db,
  );
  if (!rows[0]?.fits)
    throw new Refusal("KIND_MISMATCH", {
      trainKind: getLabels(trainKind, pair.trainKind),
      subsidyKind: getLabels(subsidyKind, pair.subsidyKind),
    });
}
