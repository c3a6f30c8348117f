import { exporter } from "../core/excel/export.ts";
import { columns } from "../core/entity/columns.ts";
import { DeskNotice, deskNoticeCalls } from "@jipei/contract/notices/desk-notice.ts";
import { sql } from "kysely";
import { type Actor, may } from "../core/foundation/actor.ts";
import { type CrudOptions, crud, crudRoutes } from "../core/entity/crud.ts";
import { writes } from "../core/http/implement.ts";
import { invalidField } from "../core/foundation/refusal.ts";
import { type Condition, everything, present } from "../core/database/sql.ts";
import { hasText, sanitiseHtml } from "./sanitise-html.ts";

/** Those who write desk notices see all of them; readers see the released ones. */
export const deskNoticeScope = (actor: Actor): Condition =>
  may(actor, "desk_notice_edit") ? everything : sql`t.release_time <= ${present}`;

const options: CrudOptions<typeof DeskNotice> = {
  entity: DeskNotice,
  resource: "desk_notice",
  scope: deskNoticeScope,
  audited: true,
  beforeSave(_tx, _actor, merged) {
    const content = sanitiseHtml(merged.content);
    if (!hasText(content)) throw invalidField("content", "内容", "Content", "不能为空", "required");
    return columns(DeskNotice, { content });
  },
};

export const deskNoticeExport = exporter(DeskNotice, deskNoticeCalls.export, options);
export const deskNoticeRoutes = crudRoutes(deskNoticeCalls, options, {
  // Opening a notice marks it as read, so that the popover no longer counts it.
  detail: writes(deskNoticeCalls.detail, async (tx, actor, input, app) => {
    const row = await crud(options).detail(tx, actor, input, app);
    await sql`insert into desk_notice_read (desk_notice_id, user_id) values (${input.id}, ${actor.userId}) on conflict do nothing`.execute(
      tx,
    );
    return row;
  }),
});
