import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import type { Generated } from "kysely";
import type { Json } from "../core/database/tables.ts";
import type { AskedList } from "./data-set.ts";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    reportVersion: {
      reportId: string;
      versionNo: number;
      kind: "list" | "pivot" | "form";
      dataSet: string;
      layout: Json<ReportLayout>;
      template: Buffer | null;
      templateName: string | null;
      createUser: string;
      createTime: Generated<string>;
    };
    reportSchedule: {
      id: Generated<string>;
      reportId: string;
      userId: string;
      rhythm: "daily" | "weekly" | "monthly";
      day: number | null;
      time: string;
      format: "xlsx" | "pdf";
      asked: Json<AskedList>;
      nextTime: string;
      createTime: Generated<string>;
    };
    reportResult: {
      id: Generated<string>;
      reportId: string;
      userId: string;
      fileName: string;
      content: Buffer;
      createTime: Generated<string>;
    };
  }
}
