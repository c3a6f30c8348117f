import type { Generated } from "kysely";
import type { Json, NullableJson } from "../core/database/tables.ts";
import type { ByLine } from "./automatic-check/stamps.ts";

/** Parameters as they are stored, by key. */
type Texts = Readonly<Record<string, string>>;

/** Tables that no entity of the contract describes; the side of a row (1 institution, 2 enterprise), which clients know by the entity. */
declare module "../core/database/tables.ts" {
  interface HiddenColumns {
    SubsidyApplication: {
      side: Generated<"1" | "2">;
    };
    SubsidyLine: {
      side: Generated<"1" | "2">;
      trainMonths: Generated<number | null>;
      /** Paid to the person in advance, by another row, and set off from this one; the rest of an apprenticeship alone has it. Yuan. */
      advanceAmount: Generated<string>;
      /** Paid of this row by the advances of others, who earned less than they were advanced. Yuan. */
      coveredAmount: Generated<string>;
    };
  }
  interface Database {
    claimCheck: {
      applyId: string;
      runNo: string;
      askedTime: Generated<string>;
      head: string;
      lines: Json<ByLine>;
      registers: Json<ByLine>;
    };
    findingPass: {
      findingId: string;
      detailIds: string[];
      expectValues: string[];
      expectValuesEn: string[];
      actualValues: string[];
      actualValuesEn: string[];
      messages: string[];
      messagesEn: string[];
      evidences: string[];
    };
    singleFinding: {
      id: string;
      bizType: string | null;
      bizId: string | null;
      orgId: string | null;
      detailId: string | null;
      ruleCode: string | null;
      ruleName: string | null;
      ruleNameEn: string | null;
      severity: string | null;
      isPass: string | null;
      expectValue: string | null;
      expectValueEn: string | null;
      actualValue: string | null;
      actualValueEn: string | null;
      message: string | null;
      messageEn: string | null;
      evidence: NullableJson;
      runNo: string | null;
      runTime: string | null;
      isIgnored: string | null;
      ignoreReason: string | null;
      passedRows: number | null;
      tenantId: string;
      createUser: string;
      createDept: string | null;
      createTime: string;
      updateUser: string;
      updateTime: string;
      version: number;
      isDeleted: number;
      remark: string | null;
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
    projectPrice: {
      classId: string;
      projectId: string;
      projectNo: string | null;
      projectName: string;
      unitPrice: string;
    };
    claimPolicy: {
      id: Generated<string>;
      applyId: string;
      commitTime: string;
      parameters: Json<Texts>;
      isShortage: string;
      classFee: string | null;
      courseFee: string | null;
    };
  }
}
