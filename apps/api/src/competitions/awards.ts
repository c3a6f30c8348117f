import { Readable } from "node:stream";
import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { CompetitionNotice } from "@jipei/contract/competitions/competition.ts";
import { CompetitionRecord, competitionRecordCalls as calls } from "@jipei/contract/competitions/result.ts";
import { sql } from "kysely";
import { visible } from "../core/access/data-scope.ts";
import { readRow, splitIds } from "../core/database/rows.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import type { Route } from "../core/http/implement.ts";
import { recordedFile } from "../core/http/recorded-file.ts";
import { awardCertificates, awardListPaper } from "./award-papers.ts";
import { competitionScope } from "./competition.ts";
import { type Award, type PrintedResult, publishedResults, shownTo } from "./published-results.ts";
import { resultScope } from "./result.ts";

/** The address in the code of an award certificate: its public check, and the tenant where there are several. */
const addressOf =
  ({ settings, tenantId }: Services) =>
  ({ registerNo, verifyCode }: Award): string => {
    const query = new URLSearchParams({
      no: registerNo,
      code: verifyCode,
      ...(tenantId !== installation && { tenantId }),
    });
    return `${settings.publicUrl}${awardPath}?${query}`;
  };
/** The page of the public check. */
export const awardPath = "/award";

export const awardRoutes: Route[] = [
  recordedFile(calls.awardList, async (app, actor, { competitionId }) => {
    const { competitionName } = await readRow(app.db, CompetitionNotice, competitionScope, actor, competitionId);
    const { rows } = await publishedResults<PrintedResult>(sql`t.competition_id = ${competitionId}`).execute(app.db);
    if (rows.length === 0) throw new Refusal("NOT_FOUND");
    return {
      name: `${competitionName}获奖名单.pdf`,
      body: Readable.from(awardListPaper(competitionName, shownTo(actor, rows))),
      inline: true,
      action: "print",
      entity: CompetitionNotice,
      ids: [competitionId],
    };
  }),
  recordedFile(calls.certificate, async (app, actor, { ids }) => {
    const wanted = splitIds(ids);
    const { rows } = await publishedResults<Award>(
      sql`t.id = any(${wanted}::bigint[]) and t.award_level is not null and ${visible(CompetitionRecord, resultScope, actor)}`,
    ).execute(app.db);
    if (rows.length !== new Set(wanted).size) throw new Refusal("NOT_FOUND");
    return {
      name: "奖状.pdf",
      body: Readable.from(awardCertificates(rows, addressOf(app))),
      inline: true,
      action: "print",
      entity: CompetitionRecord,
      ids: wanted,
    };
  }),
];
