import { claimChanges } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { liveRow, readRow } from "../../core/database/rows.ts";
import type { Db } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { type Route, reads } from "../../core/http/implement.ts";
import { findUnchecked } from "../automatic-check/second-look.ts";
import { claimScope } from "../claim/claim.scope.ts";
import { findAuthors } from "./authors.ts";
import { getDifferences } from "./differences.ts";

/**
 * What the newest check of a claim found otherwise than the one before it, with who changed it where the history tells, and what has changed since
 * and was not checked yet. @throws NOT_FOUND
 */
async function getChanges(
  db: Db,
  actor: Actor,
  { applyId }: { applyId: string },
): Promise<OutputOf<typeof claimChanges>> {
  await readRow(db, SubsidyApplication, claimScope, actor, applyId);
  const claim = await liveRow(db, SubsidyApplication, applyId);
  const differences = claim && claim.isChanged === "1" ? await getDifferences(db, applyId) : [];
  const authorOf = await findAuthors(db, differences);
  return {
    unchecked: claim ? await findUnchecked(db, claim) : [],
    changes: differences.map((difference) => {
      const { studentId: _, since: __, evidence, runTime, ...said } = difference;
      const author = authorOf(difference);
      return {
        ...said,
        evidence,
        checkedTime: runTime,
        changedBy: author?.operatorName ?? null,
        changedTime: author?.operateTime ?? null,
        changeReason: author?.opinion ?? null,
      };
    }),
  };
}

export const changeRoutes: readonly Route[] = [reads(claimChanges, getChanges)];
