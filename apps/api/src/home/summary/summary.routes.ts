import { Readable } from "node:stream";
import { type SummaryQuery, summaryCalls } from "@jipei/contract/home/summary.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Services } from "../../core/foundation/services.ts";
import { sendFile } from "../../core/http/download.ts";
import { type Route, raw, reads } from "../../core/http/implement.ts";
import { preferredLanguage } from "../../core/http/language.ts";
import { SlowAnswers } from "../slow-answers.ts";
import { type Summary, getSummary, titleOf } from "./summary.ts";
import { summarySheet } from "./summary-sheet.ts";

const remembered = new WeakMap<object, SlowAnswers>();

/** The figures that an actor asks for; slow ones are kept for a moment, for everybody who sees the same rows. */
function find({ readDb, readPool }: Services, actor: Actor, query: SummaryQuery): Promise<Summary> {
  let answers = remembered.get(readPool);
  if (!answers) remembered.set(readPool, (answers = new SlowAnswers()));
  const whose = actor.audience === "bureau" ? "bureau" : `${actor.orgId} ${actor.entId}`;
  return answers.of(`${whose} ${today()} ${JSON.stringify(query)}`, () => getSummary(readDb, actor, query));
}

export const summaryRoutes: Route[] = [
  reads(summaryCalls.list, (_db, actor, query, app) => find(app, actor, query)),
  raw(summaryCalls.export, async (request, reply, actor, query, app) => {
    const language = preferredLanguage(request);
    const sheet = summarySheet(query, await find(app, actor, query), language);
    const [zh, en] = titleOf(query);
    const name = language === "zh" ? `汇总-${zh}-${today()}.xlsx` : `Summary ${en} ${today()}.xlsx`;
    return sendFile(reply, Readable.from(writeWorkbook({ sheet })), name.replaceAll("×", "x"));
  }),
];
