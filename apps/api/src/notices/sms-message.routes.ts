import { exporter } from "../core/excel/export.ts";
import { programNo } from "@jipei/contract/auth/auth.ts";
import { SmsMessage, smsMessageCalls as calls } from "@jipei/contract/notices/sms-message.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { type CrudOptions, crud } from "../core/entity/crud.ts";
import { assertTenantOwner, isTenantOwner } from "../core/access/tenant-owner.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { Refusal, invalidField } from "../core/foundation/refusal.ts";
import { readChildRows } from "../core/entity/child-rows.ts";
import { type Condition, everything, nothing } from "../core/database/sql.ts";
import { countCode, limitCodes } from "./notices.queries.ts";
import { queueSms } from "./sms-outbox.ts";
import { splitPhones } from "./sms-provider.routes.ts";

/** The messages of the actor's own tenant. */
const messageScope = (actor: Actor): Condition =>
  actor.audience === "bureau" && isTenantOwner(actor) ? everything : nothing;

export const smsMessageRows: CrudOptions<typeof SmsMessage> = {
  entity: SmsMessage,
  resource: "sms_notify",
  scope: messageScope,
};
const { list, detail } = crud(smsMessageRows);

export const smsMessageRoutes: readonly Route[] = [
  exporter(SmsMessage, calls.export, smsMessageRows),
  reads(calls.list, list),
  reads(calls.detail, detail),
  writes(calls.send, async (tx, actor, { phoneNumbers, systemId, messageType, message }, app) => {
    assertTenantOwner(actor);
    if (systemId !== programNo)
      throw invalidField("systemId", "系统编号", "System", `须为${programNo}`, `must be ${programNo}`);
    const phones = splitPhones(phoneNumbers, "phoneNumbers");
    // The provider's setting adds the signature; a typed one would appear twice, or be that of somebody else.
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
    const rows = await readChildRows(db, actor, app, SmsMessage, {
      scope: messageScope,
      where: sql`t.group_id = ${groupId}`,
      order: sql`t.id`,
      view: "list",
    });
    if (rows.length === 0) throw new Refusal("NOT_FOUND");
    return rows.map(({ phoneNumber, sendStatus, sendTime, failReason }) => ({
      phoneNumber: phoneNumber ?? "",
      sendStatus: sendStatus ?? "0",
      sendTime,
      failReason,
    }));
  }),
];
