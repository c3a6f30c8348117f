import { randomBytes } from "node:crypto";
import { programNo } from "@jipei/contract/auth/auth.ts";
import { type InsertObject, sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import type { Database } from "../core/database/tables.ts";
import type { Services } from "../core/foundation/services.ts";

export interface OutgoingSms {
  phones: readonly string[];
  /** The name of one of our templates, or TEXT or TEST for a free text. */
  template: string;
  /** The text for the receiver, without the signature. */
  text: string;
  /** The text for the record, with secrets replaced by stars. */
  shown: string;
  /** Values of the placeholders in the order of the text. */
  params: readonly (readonly [name: string, value: string])[];
  /** 1 code · 2 business · 3 batch */
  messageType: "1" | "2" | "3";
  systemId?: string;
  bizType?: string | null;
  bizId?: string | null;
  /** A setting to use instead of the one in use. */
  providerId?: string | null;
  /** Minutes after which the message is no longer worth sending. */
  minutes?: number;
  userId?: string;
}

/** What the provider receives; stored encrypted until the message is sent or given up. */
export interface SmsBody {
  text: string;
  params: OutgoingSms["params"];
}

/**
 * Puts messages into the outbox, one for each number, in the transaction that causes them; jobs send them afterwards, and a failure to send
 * undoes nothing.
 * @returns the group they stand in, and the id of its first message
 */
export const queueSms = (tx: Tx, app: Services, sms: OutgoingSms): Promise<{ groupId: string; firstId: string }> =>
  queueGroup(tx, app, [sms]);

/** Like `queueSms`, for different messages in one group. */
export async function queueGroup(
  tx: Tx,
  app: Services,
  messages: readonly OutgoingSms[],
): Promise<{ groupId: string; firstId: string }> {
  const groupId = randomBytes(16).toString("hex");
  const rows = messages.flatMap((sms) => getRows(app, sms, groupId));
  if (rows.length === 0) return { groupId, firstId: "" };
  const queued = await tx.insertInto("smsMessage").values(rows).returning("id").execute();
  for (const { id } of queued) await app.jobs.send(tx, "sms.send", { id });
  return { groupId, firstId: queued[0]?.id ?? "" };
}

function getRows(app: Services, sms: OutgoingSms, groupId: string): InsertObject<Database, "smsMessage">[] {
  const body: SmsBody = { text: sms.text, params: sms.params };
  return sms.phones.map((phoneNumber) => ({
    phoneNumber: app.cipher.encrypt(phoneNumber),
    phoneNumberHash: app.cipher.hash(phoneNumber),
    message: app.cipher.encrypt(sms.shown),
    messageHash: app.cipher.hash(sms.shown),
    groupId,
    systemId: sms.systemId ?? programNo,
    messageType: sms.messageType,
    template: sms.template,
    body: app.cipher.encrypt(JSON.stringify(body)),
    bizType: sms.bizType ?? null,
    bizId: sms.bizId ?? null,
    smsProviderId: sms.providerId ?? null,
    expireTime: sms.minutes === undefined ? null : sql<string>`now() + make_interval(mins => ${sms.minutes})`,
    createUser: sms.userId ?? "0",
    updateUser: sms.userId ?? "0",
  }));
}
