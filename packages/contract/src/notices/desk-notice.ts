import { exportCall } from "../core/export.ts";
import { crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, datetime, labelOf, long, text } from "../core/fields/field.ts";

export const deskNoticeCategory = codeList("DESK_NOTICE", "系统公告类型", "Desk notice kind", {
  "1": ["发布通知", "Release"],
  "2": ["批转通知", "Approval"],
  "3": ["转发通知", "Forwarding"],
  "4": ["指示通知", "Instruction"],
  "5": ["任免通知", "Appointment"],
  "6": ["事务通知", "Affairs"],
});

/** A notice of the administration desk, visible to its readers from its release time on; the popover shows it to the bureau. */
export const DeskNotice = entity(
  "DeskNotice",
  "系统公告",
  "Desk notice",
  {
    title: text(255, "标题", "Title", "required"),
    category: code(deskNoticeCategory, "类型", "Kind", "required"),
    categoryName: labelOf("category", "类型名称", "Kind in words"),
    releaseTime: datetime("发布日期", "Released", "required"),
    content: long("内容", "Content", "required"),
  },
  {
    title: "title",
    filters: ["title", "category", "releaseTime"],
    sorts: ["releaseTime"],
    order: ["-releaseTime"],
    grams: ["title"],
    openTo: { institution: "everything", enterprise: "everything" },
  },
);
export interface DeskNoticeRow extends Row<typeof DeskNotice> {}

const path = "/api/blade-desk/notice";
const calls = crudCalls(DeskNotice, path, "desk_notice");
/** Opening one counts as reading it. */
export const deskNoticeCalls = {
  ...calls,
  detail: { ...calls.detail, writes: true as const },
  export: exportCall(DeskNotice, path, "desk_notice"),
};
