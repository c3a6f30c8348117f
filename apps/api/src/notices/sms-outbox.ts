import { randomBytes } from "node:crypto";
import { programNo } from "@jipei/contract/auth/auth.ts";
import { SmsMessage } from "@jipei/contract/notices/sms-message.ts";
import { sql } from "kysely";
import type { Tx } from "../core/db.ts";
import { stored } from "../core/present.ts";
import type { Services } from "../core/services.ts";

export interface OutgoingSms {
  phones: readonly string[];
  /** Template of ours, or what stands for one: TEXT, TEST. */
  template: string;
  /** What the receiver reads, without the sign. */
  text: string;
  /** What the record shows, with secrets starred. */
  shown: string;
  /** Values of the holes in the order of the text. */
  params: readonly (readonly [name: string, value: string])[];
  /** 1 code · 2 business · 3 batch */
  messageType: "1" | "2" | "3";
  systemId?: string;
  bizType?: string | null;
  bizId?: string | null;
  /** A setting that is to be used instead of the one in use. */
  providerId?: string | null;
  /** After so many minutes nobody wants it any more. */
  minutes?: number;
  userId?: string;
}

/** What a provider will be given; kept encrypted until the message is done with. */
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

/** The same for messages that say something else to everybody, in one group. */
export async function queueGroup(
  tx: Tx,
  app: Services,
  messages: readonly OutgoingSms[],
): Promise<{ groupId: string; firstId: string }> {
  const groupId = randomBytes(16).toString("hex");
  const rows = messages.flatMap((sms) => rowsOf(app, sms, groupId));
  if (rows.length === 0) return { groupId, firstId: "" };
  const queued = await tx
    .insertInto("smsMessage")
    .values(rows as never)
    .returning("id")
    .execute();
  for (const { id } of queued) await app.jobs.send(tx, "sms.send", { id });
  return { groupId, firstId: queued[0]?.id ?? "" };
}

function rowsOf(app: Services, sms: OutgoingSms, groupId: string): object[] {
  const body: SmsBody = { text: sms.text, params: sms.params };
  return sms.phones.map((phoneNumber) => ({
    ...stored(SmsMessage, app.cipher, { phoneNumber, message: sms.shown }),
    groupId,
    systemId: sms.systemId ?? programNo,
    messageType: sms.messageType,
    template: sms.template,
    body: app.cipher.encrypt(JSON.stringify(body)),
    bizType: sms.bizType ?? null,
    bizId: sms.bizId ?? null,
    smsProviderId: sms.providerId ?? null,
    expireTime: sms.minutes === undefined ? null : sql`now() + make_interval(mins => ${sms.minutes})`,
    createUser: sms.userId ?? "0",
    updateUser: sms.userId ?? "0",
  }));
}
