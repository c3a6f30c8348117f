import { JsyxRecord } from "@jipei/contract/talents/jsyx-record.ts";
import { reviewRights, reviewWaiting } from "../work-records/work-records.queries.ts";

/** Studies of technicians that wait for a review, for the home page. */
export const studiesWaiting = {
  key: "jsyx_record",
  by: reviewRights("jsyx_record"),
  rows: reviewWaiting(JsyxRecord, "jsyx_record"),
} as const;
