import { DeskNotice, deskNoticeCalls } from "@jipei/contract/notices/desk-notice.ts";
import { sql } from "kysely";
import { type Actor, may } from "../core/actor.ts";
import { type CrudOptions, crud, crudRoutes } from "../core/crud.ts";
import { writes } from "../core/implement.ts";
import { invalidField } from "../core/refusal.ts";
import { type Condition, everything } from "../core/sql.ts";
import { hasText, sanitiseHtml } from "./sanitise-html.ts";

/** Who writes notices of the desk sees all of them; their readers what is released. */
export const deskNoticeScope = (actor: Actor): Condition =>
  may(actor, "desk_notice_edit") ? everything : sql`t.release_time <= now()`;

const options: CrudOptions = {
  entity: DeskNotice,
  resource: "desk_notice",
  scope: deskNoticeScope,
  audited: true,
  beforeSave(_tx, _actor, merged) {
    const content = sanitiseHtml(merged["content"]);
    if (!hasText(content)) throw invalidField("content", "内容", "Content", "不能为空", "required");
    return { content };
  },
};

export const deskNoticeRoutes = crudRoutes(deskNoticeCalls, options, {
  // Opening one is reading it: the bell need not be told again.
  detail: writes(deskNoticeCalls.detail, async (tx, actor, input, app) => {
    const row = await crud(options).detail(tx, actor, input, app);
    await sql`insert into desk_notice_read (desk_notice_id, user_id) values (${input.id}, ${actor.userId}) on conflict do nothing`.execute(
      tx,
    );
    return row;
  }),
});
