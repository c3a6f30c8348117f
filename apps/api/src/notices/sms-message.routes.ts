import { programNo } from "@jipei/contract/auth/auth.ts";
import { SmsMessage, smsMessageCalls as calls } from "@jipei/contract/notices/sms-message.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { type CrudOptions, crud } from "../core/crud.ts";
import { mustRunTheHouse, runsTheHouse } from "../core/house.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import { shownRows } from "../core/shown-rows.ts";
import { type Condition, everything, nothing } from "../core/sql.ts";
import { countCode, limitCodes } from "./notices.queries.ts";
import { queueSms } from "./sms-outbox.ts";
import { splitPhones } from "./sms-provider.routes.ts";

/** The bureau's own; messages of other tenants' matters are nobody else's business. */
const messageScope = (actor: Actor): Condition =>
  actor.audience === "bureau" && runsTheHouse(actor) ? everything : nothing;

const options: CrudOptions = { entity: SmsMessage, resource: "sms_notify", scope: messageScope };
const { list, detail } = crud(options);

export const smsMessageRoutes: readonly Route[] = [
  reads(calls.list, list as never),
  reads(calls.detail, detail as never),
  writes(calls.send, async (tx, actor, { phoneNumbers, systemId, messageType, message }, app) => {
    mustRunTheHouse(actor);
    if (systemId !== programNo)
      throw invalidField("systemId", "系统编号", "System", `须为${programNo}`, `must be ${programNo}`);
    const phones = splitPhones(phoneNumbers, "phoneNumbers");
    // The sign is the provider's setting; one that is typed would stand there twice, or be somebody else's.
    const text = message.replace(/^\s*【[^】]*】/, "").trim();
    if (!text) throw invalidField("message", "内容", "Text", "不能为空", "required");
    if (messageType === "1") {
      await limitCodes(tx, app, phones);
      for (const phone of phones) await countCode(tx, app, phone);
    }
    const shown = messageType === "1" ? text.replace(/\d{4,8}/g, "******") : text;
    const { groupId, firstId } = await queueSms(tx, app, {
      phones,
      template: "TEXT",
      text,
      shown,
      params: [["content", text]],
      messageType,
      systemId,
      userId: actor.userId,
    });
    await writeAudit(tx, actor, [
      {
        bizType: SmsMessage.name,
        bizId: firstId,
        action: "sendSms",
        after: { groupId, messageType, count: phones.length },
      },
    ]);
    return { groupId };
  }),
  reads(calls.statusByGroup, async (db, actor, { groupId }, app) => {
    const rows = await shownRows(db, actor, app, SmsMessage, {
      scope: messageScope,
      where: sql`t.group_id = ${groupId}`,
      order: sql`t.id`,
      view: "list",
    });
    if (rows.length === 0) throw new Refusal("NOT_FOUND");
    return rows as never;
  }),
];
