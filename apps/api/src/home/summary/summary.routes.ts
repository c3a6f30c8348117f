import { Readable } from "node:stream";
import { type SummaryQuery, summaryCalls } from "@jipei/contract/home/summary.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import type { Db } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { type Route, reads } from "../../core/http/implement.ts";
import { filtersIn, recordedFile } from "../../core/http/recorded-file.ts";
import { getSlowAnswers } from "../slow-answers.ts";
import { type Summary, getSummary, titleOf } from "./summary.ts";
import { summarySheet } from "./summary-sheet.ts";

/** The figures that an actor asks for; slow ones are kept for a moment, for everybody who sees the same rows. */
function find(db: Db, actor: Actor, query: SummaryQuery): Promise<Summary> {
  const { audience, regions = ["all"], orgId, entId } = actor;
  const whose = audience === "bureau" ? `bureau ${regions.join()}` : `${orgId} ${entId}`;
  const key = `summary ${whose} ${today()} ${JSON.stringify(query)}`;
  return getSlowAnswers(db).of(key, () => getSummary(db, actor, query));
}

export const summaryRoutes: Route[] = [
  reads(summaryCalls.list, (db, actor, query) => find(db, actor, query)),
  recordedFile(summaryCalls.export, async (app, actor, query, language) => {
    const sheet = summarySheet(query, await find(app.readDb, actor, query), language);
    const [zh, en] = titleOf(query);
    const name = language === "zh" ? `汇总-${zh}-${today()}.xlsx` : `Summary ${en} ${today()}.xlsx`;
    return {
      name: name.replaceAll("×", "x"),
      body: Readable.from(writeWorkbook({ sheet })),
      action: "export",
      entity: TrainingClass,
      after: { file: summaryCalls.list.zh, filters: filtersIn(query) },
    };
  }),
];
