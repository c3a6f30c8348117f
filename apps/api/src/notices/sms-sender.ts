import { now } from "../core/foundation/clock.ts";
import { randomUUID } from "node:crypto";
import type { SmsCategory } from "@jipei/contract/notices/sms-provider.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import type { Worker } from "../core/jobs/jobs.ts";
import { mask } from "../core/security/mask.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Delivery, type Transport, deliver, providers } from "./sms/delivery.ts";
import type { SmsAccount } from "./sms/provider.ts";
import type { SmsBody } from "./sms-outbox.ts";

/** Upper limit for attempts at one message; after that it counts as failed. */
const maxAttempts = 6;
/** Upper limit for repeated attempts where it is unknown whether the message was sent. */
const maxUnsure = 1;

interface Claimed {
  id: string;
  template: string;
  phoneNumber: string;
  body: string;
  attempts: number;
  unsure: number;
  smsProviderId: string | null;
  tooLate: boolean;
}

/**
 * Sends a message of the outbox. It is claimed and counted before it is sent, outside any transaction, and marked afterwards: when the process
 * dies in between, the claim expires and the next attempt knows of the first.
 */
export const smsWorkerBy = (transport: Transport): Worker<{ id: string }> => ({
  name: "sms.send",
  retries: maxAttempts + 2,
  parallel: 4,
  async run(app, { id }) {
    const row = await claim(app, id);
    if (!row) return assertDone(app, id);
    if (row.tooLate) return finish(app, row, { kind: "refused", reason: "已过有效期 / out of date" });
    if (row.unsure > maxUnsure)
      return finish(app, row, {
        kind: "refused",
        reason: "服务商未应答，是否送达未知 / no answer; whether it arrived is not known",
      });
    const result = await send(app, row, transport);
    if (result.kind === "sent" || result.kind === "refused") return finish(app, row, result);
    if (row.attempts >= maxAttempts) return finish(app, row, { kind: "refused", reason: result.reason });
    await release(app, row, result);
    // The error makes the queue try again, after a longer pause each time.
    throw new Error(`SMS ${id}: ${result.reason}`);
  },
});
export const smsWorker = smsWorkerBy(fetch);

/** Claims a message, for longer than a provider may take to answer. */
async function claim(app: Services, id: string): Promise<Claimed | undefined> {
  const found =
    await sql<Claimed>`update sms_message set attempts = attempts + 1, unsure = unsure + (claimed_until is not null)::int, claimed_until = now() + interval '30 seconds'
    where id = ${id} and send_status = '0' and (claimed_until is null or claimed_until < now())
    returning id, template, phone_number, body, attempts, unsure, sms_provider_id, coalesce(expire_time < now(), false) as too_late`.execute(
      app.db,
    );
  return found.rows[0];
}

/** @throws when another worker has claimed the message, so that this job is retried in case that one dies */
async function assertDone(app: Services, id: string): Promise<void> {
  const waiting = await sql`select 1 from sms_message where id = ${id} and send_status = '0'`.execute(app.db);
  if (waiting.rows.length > 0) throw new Error(`SMS ${id} is being sent by another worker`);
}

async function send(app: Services, row: Claimed, transport: Transport): Promise<Delivery> {
  const setting = await settingFor(app, row);
  if (!setting) return { kind: "refused", reason: "短信配置不存在 / no such SMS setting" };
  const phone = app.cipher.decrypt(row.phoneNumber);
  const { text, params } = JSON.parse(app.cipher.decrypt(row.body)) as SmsBody;
  const { category, account, ownTemplate } = setting;
  if (category === "5") return show(app, phone, `【${account.signName}】${text}`);
  const provider = providers[category];
  const order = { phone, text, params: ownTemplate ? params : ([["content", text]] as const) };
  return deliver(provider, provider.request(account, order, { time: new Date(), nonce: randomUUID() }), transport);
}

/** The local setting writes messages to the log in a demonstration, where users need the codes; elsewhere it says that nothing was sent. */
function show(app: Services, phone: string, line: string): Delivery {
  if (app.settings.demo) {
    app.log.info(`SMS to ${phone}: ${line}`);
    return { kind: "sent", receipt: "log" };
  }
  app.log.warn({ phone: mask("phone", phone) }, "SMS not sent: the local setting is in use");
  return { kind: "refused", reason: "本地配置不发送短信，请启用服务商 / the local setting sends nothing" };
}

interface Setting {
  category: SmsCategory;
  account: SmsAccount;
  /** Whether the provider has a template for this message; otherwise its template gets the whole text as `content`. */
  ownTemplate: boolean;
}

async function settingFor(app: Services, { smsProviderId, template }: Claimed): Promise<Setting | null> {
  const chosen = smsProviderId === null ? await chosenFor(app.db, template) : { id: smsProviderId, ownTemplate: true };
  const found = chosen && (await providerRow(app.db, chosen.id));
  if (!found) return null;
  const opened = (value: string | null) => (value === null ? "" : app.cipher.decrypt(value));
  const account = {
    accessKey: opened(found.accessKey),
    secretKey: opened(found.secretKey),
    signName: found.signName,
    templateId: found.templateId,
    regionId: found.regionId ?? "",
  };
  return { category: found.category, account, ownTemplate: chosen.ownTemplate };
}

/** The setting for a template, of the provider in use, else the setting in use. Numbers are unique over all providers, so each adds a suffix after a hyphen. */
async function chosenFor(db: Db, template: string): Promise<{ id: string; ownTemplate: boolean } | undefined> {
  const isOwn = sql`split_part(p.sms_code, '-', 1) = ${template}`;
  const found = await sql<{
    id: string;
    ownTemplate: boolean;
  }>`select p.id, ${isOwn} as own_template from sms_provider u join sms_provider p on p.category = u.category and p.is_deleted = 0 and (p.id = u.id or ${isOwn})
    where u.status = '2' and u.is_deleted = 0 order by own_template desc, p.sms_code = ${template} desc, p.id limit 1`.execute(
    db,
  );
  return found.rows[0];
}

const providerRow = (db: Db, id: string) =>
  db.selectFrom("smsProvider").selectAll().where("id", "=", id).where("isDeleted", "=", 0).executeTakeFirst();

/** Marks a message as finished and removes its text. */
async function finish(app: Services, row: Claimed, result: Delivery): Promise<void> {
  const sent = result.kind === "sent";
  await sql`update sms_message set send_status = ${sent ? "1" : "2"}, send_time = ${sent ? sql`now()` : null}, receipt = ${sent ? result.receipt.slice(0, 64) : null},
      fail_reason = ${sent ? null : result.reason.slice(0, 200)}, body = null, claimed_until = null, update_time = ${now()}, version = version + 1
    where id = ${row.id} and send_status = '0'`.execute(app.db);
}

/** Ends a claim. One that ended without a result stays recorded, so that the next attempt counts it. */
const release = (app: Services, row: Claimed, result: Delivery) =>
  sql`update sms_message set claimed_until = ${result.kind === "unsure" ? sql`now()` : null}, fail_reason = ${"reason" in result ? result.reason.slice(0, 200) : null}, update_time = ${now()}
    where id = ${row.id} and send_status = '0'`.execute(app.db);
