import { Readable } from "node:stream";
import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { CompetitionNotice } from "@jipei/contract/competitions/competition.ts";
import { CompetitionRecord, competitionRecordCalls as calls } from "@jipei/contract/competitions/result.ts";
import { sql } from "kysely";
import { visible } from "../core/access/data-scope.ts";
import { readRow, splitIds } from "../core/database/rows.ts";
import { recordFile } from "../core/entity/audit.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { sendFile } from "../core/http/download.ts";
import { type Route, raw } from "../core/http/implement.ts";
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
  raw(calls.awardList, async (_request, reply, actor, { competitionId }, app) => {
    const { competitionName } = await readRow(app.db, CompetitionNotice, competitionScope, actor, competitionId);
    const { rows } = await publishedResults<PrintedResult>(sql`t.competition_id = ${competitionId}`).execute(app.db);
    if (rows.length === 0) throw new Refusal("NOT_FOUND");
    const paper = awardListPaper(competitionName, shownTo(actor, rows));
    await recordFile(app, actor, "print", CompetitionNotice, [competitionId]);
    return sendFile(reply, Readable.from(paper), `${competitionName}获奖名单.pdf`, {
      inline: true,
    });
  }),
  raw(calls.certificate, async (_request, reply, actor, { ids }, app) => {
    const wanted = splitIds(ids);
    const { rows } = await publishedResults<Award>(
      sql`t.id = any(${wanted}::bigint[]) and t.award_level is not null and ${visible(CompetitionRecord, resultScope, actor)}`,
    ).execute(app.db);
    if (rows.length !== new Set(wanted).size) throw new Refusal("NOT_FOUND");
    const paper = awardCertificates(rows, addressOf(app));
    await recordFile(app, actor, "print", CompetitionRecord, wanted);
    return sendFile(reply, Readable.from(paper), "奖状.pdf", { inline: true });
  }),
];
