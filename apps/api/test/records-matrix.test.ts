import { after, before } from "node:test";
import { competitionCalls } from "@jipei/contract/competitions/competition.ts";
import { competitionRegisterCalls } from "@jipei/contract/competitions/registration.ts";
import { competitionRecordCalls } from "@jipei/contract/competitions/result.ts";
import { summaryCalls } from "@jipei/contract/home/summary.ts";
import { deskNoticeCalls } from "@jipei/contract/notices/desk-notice.ts";
import { noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { fileNoticeCalls } from "@jipei/contract/notices/published/file-notice.ts";
import { secondaryInfoCalls } from "@jipei/contract/notices/published/secondary-info.ts";
import { trainNewsCalls } from "@jipei/contract/notices/published/train-news.ts";
import { jsyxCalls } from "@jipei/contract/talents/jsyx-record.ts";
import { technicianCalls } from "@jipei/contract/talents/technician.ts";
import { describeMatrix } from "./support/matrix.ts";
import { type TestApp, startTestApp } from "./support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** Section I of the capability matrix as the specification has it, in the order of `roles`. */
describeMatrix("the rights to talent and competitions", () => app, {
  table: `
    technician            LCED  LCED   L    L    -  L  L  -      -  OCE    O      -    -
    jsyx_record           LCED  LCEDT  LET  LET  -  L  L  OCEDT  -  OCEDT  O      -    -
    competition_notice    LCED  LCEDT  L    L    -  L  L  V      V  V      V      V    V
    competition_register  L     LT     L    L    -  L  L  OCEDT  -  OCEDT  OCEDT  -    -
    competition_record    L     LCED   L    L    L  L  L  O      -  O      O      OCE  -`,
  lists: {
    technician: technicianCalls.list,
    jsyx_record: jsyxCalls.list,
    competition_notice: competitionCalls.list,
    competition_register: competitionRegisterCalls.list,
    competition_record: competitionRecordCalls.list,
  },
});

/** Section J: what the bureau publishes; everybody reads what is published for them. */
describeMatrix("the rights to what is published", () => app, {
  table: `
    notice           LCEDT  LCEDT  L  L  L  L  L  V  V  V  V  V  V
    notice_category  LCED   LCED   L  L  L  L  L  V  V  V  V  V  V
    notice_attachment LCED  LCED   L  L  L  L  L  V  V  V  V  V  V
    file_notice      LCED   LCED   L  L  L  L  L  V  V  V  V  V  V
    secondary_info   LCED   LCED   L  L  L  L  L  V  V  V  V  V  V
    train_news       LCED   LCED   L  L  L  L  L  V  V  V  V  V  V
    desk_notice      LCED   LCE    L  L  L  L  L  V  V  V  -  -  -`,
  lists: {
    notice: noticeCalls.list,
    notice_category: noticeCategoryCalls.list,
    notice_attachment: noticeCalls.selectAtt,
    file_notice: fileNoticeCalls.list,
    secondary_info: secondaryInfoCalls.list,
    train_news: trainNewsCalls.list,
    desk_notice: deskNoticeCalls.list,
  },
});

/** The last line of section K; the others are those of `record-kinds.test.ts`. */
describeMatrix("the rights to figures by groups", () => app, {
  table: "summary_search L L L L L L L O - O - - -",
  lists: { summary_search: summaryCalls.list },
});
