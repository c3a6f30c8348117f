import { code, datetime } from "../../core/fields/field.ts";
import { noticeStatus } from "../notice-status.ts";

/** What the bureau publishes: drafts and what is withdrawn are edited and removed, what is published is withdrawn first. */
export const publication = { field: "publishStatus", states: noticeStatus, initial: "0" } as const;

export const publish = { zh: "发布", en: "Publish", from: ["0", "2"], to: "1", by: ["clerk", "sysAdmin"] } as const;
export const withdraw = {
  zh: "撤回",
  en: "Withdraw",
  from: ["1"],
  to: "2",
  by: ["clerk", "sysAdmin"],
  danger: true,
} as const;

/** What a save takes beside the fields of what is published: the wanted state, and from when on it is shown (now, where it is left out). */
export const publishing = {
  publishStatus: code(noticeStatus, "发布状态", "State"),
  publishTime: datetime("发布时间", "Published"),
};
