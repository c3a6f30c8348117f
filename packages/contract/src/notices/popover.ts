import { call } from "../core/call.ts";
import { code, codeList, datetime, int, text } from "../core/fields/field.ts";
import { list, none, record } from "../core/fields/shape.ts";

/** The notice popover of the shell: answers to the user's own matters, messages, and published notices. */

export const messageGroup = codeList("MESSAGE_GROUP", "消息分组", "Group", {
  mail: ["邮件", "Mail"],
  messages: ["消息", "Messages"],
  notices: ["通知", "Notices"],
});
export type MessageGroup = keyof (typeof messageGroup)["codes"];

const entry = record({
  /** Names its kind too: `message-12`, `notice-3`, `desk-4`. */
  id: text(30, "消息编号", "Entry", "required"),
  titleZh: text(255, "标题", "Title", "required"),
  titleEn: text(255, "英文标题", "English title", "required"),
  textZh: text(1000, "内容", "Text"),
  textEn: text(1000, "英文内容", "English text"),
  time: datetime("时间", "Time", "required"),
  /** 1 read, 0 unread */
  read: int("已读", "Read", "required"),
  /** Page that shows it in full. */
  path: text(500, "页面", "Page"),
});
export type MessageEntry = NonNullable<(typeof entry)["$value"]>;

/** More than a hundred unread ones are not counted. */
const group = { unread: int("未读", "Unread", "required"), entries: list(entry, 20) };
export const popover = call({
  name: "popover",
  method: "GET",
  path: "/api/messages/popover",
  zh: "消息提醒",
  en: "Notice popover",
  access: "signedIn",
  output: record({ mail: record(group), messages: record(group), notices: record(group) }),
});
export type Popover = NonNullable<(typeof popover)["output"]["$value"]>;

/** Marks entries as read: those named, or a whole group. */
export const markRead = call({
  name: "markRead",
  method: "POST",
  path: "/api/messages/read",
  zh: "标为已读",
  en: "Mark as read",
  access: "signedIn",
  input: record({ ids: text(2000, "消息", "Entries"), group: code(messageGroup, "分组", "Group") }),
  output: none,
});
