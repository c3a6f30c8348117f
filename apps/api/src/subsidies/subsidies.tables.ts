import type { Generated } from "kysely";
import type { Json } from "../core/database/tables.ts";
import type { ByLine } from "./automatic-check/stamps.ts";

/** Parameters as they are stored, by key. */
type Texts = Readonly<Record<string, string>>;

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    claimCheck: {
      applyId: string;
      runNo: string;
      askedTime: Generated<string>;
      head: string;
      lines: Json<ByLine>;
      registers: Json<ByLine>;
    };
    reviewDraft: {
      applyId: string;
      stage: string;
      ownerId: string;
      opinion: string | null;
      version: Generated<number>;
      savedTime: Generated<string>;
    };
    reviewDraftRow: {
      applyId: string;
      stage: string;
      lineId: string;
      detailStatus: string;
      approvedAmount: string | null;
      unApproveReason: string | null;
      payableAmount: string;
      userId: string;
      decidedTime: Generated<string>;
    };
    knownDeath: {
      idNumberHash: string;
      seenTime: Generated<string>;
      deathDate: string | null;
    };
    claimPolicy: {
      id: Generated<string>;
      applyId: string;
      commitTime: string;
      parameters: Json<Texts>;
    };
  }
}
