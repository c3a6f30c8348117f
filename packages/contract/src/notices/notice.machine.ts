import { noticeStatus } from "./notice-status.ts";
import { machine } from "../core/machine.ts";

/** Saving and removing are plain edits of what is not published. */
export const noticeMachine = machine({
  name: "notice",
  zh: "通知公告",
  en: "Notice",
  entity: "Notice",
  field: "publishStatus",
  resource: "notice",
  states: noticeStatus,
  initial: "0",
  actions: {
    publish: { zh: "发布", en: "Publish", from: ["0", "2"], to: "1", by: ["clerk", "sysAdmin"] },
    withdraw: { zh: "撤回", en: "Withdraw", from: ["1"], to: "2", by: ["clerk", "sysAdmin"], danger: true },
  },
});
