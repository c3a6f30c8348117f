import { codeList } from "../core/fields/field.ts";

export const noticeStatus = codeList("NOTICE_STATUS", "发布状态", "Notice status", {
  "0": ["未发布", "Draft", "neutral"],
  "1": ["已发布", "Published", "good"],
  "2": ["已撤回", "Withdrawn", "bad"],
});
