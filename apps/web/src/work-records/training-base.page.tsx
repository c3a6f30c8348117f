import { trainingBaseKind } from "@jipei/contract/work-records/training-base.ts";
import { recordPage } from "./record-page.tsx";

/** 实训基地: public bases, and what was trained there. */
export default recordPage(trainingBaseKind, {
  subject: ["baseName", "baseKind", "baseLevel"],
  countedBy: [],
  facts: ["approveDate", "address", "area", "stationCount", "occupationNames", "fundAmount"],
  unlisted: ["address", "area", "occupationNames", "fundAmount"],
});
