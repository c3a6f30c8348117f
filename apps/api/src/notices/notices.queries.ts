import { randomInt } from "node:crypto";
import type { PageLink } from "@jipei/contract/pages.ts";
import type { Audience } from "@jipei/contract/core/audience.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { type SmsParams, type SmsTemplate, smsTemplates } from "@jipei/contract/notices/sms-templates.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { limitRate } from "../core/security/rate-limit.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { parameter, getParameters } from "../settings/settings.queries.ts";
import { type OutgoingSms, queueGroup } from "./sms-outbox.ts";
import { cut } from "../core/foundation/texts/cut.ts";

export interface Sms<T extends SmsTemplate> {
  template: T;
  phone: string;
  params: SmsParams<T>;
  /** What the message is about. */
  bizType?: string;
  bizId?: string;
  /** Minutes after which the message is no longer worth sending. */
  minutes?: number;
}

/** Placeholders of templates whose values only the receiver may read. */
const secretHoles = new Set(["code", "password"]);

/** Puts a text message into the outbox, in the transaction that causes it. A job sends it afterwards, and a failure to send undoes nothing. */
export const sendSms = <T extends SmsTemplate>(tx: Tx, app: Services, sms: Sms<T>): Promise<void> =>
  sendSmsEach(tx, app, [sms]);

/** Like `sendSms`, for several people at once, each with values of their own. */
export const sendSmsEach = async <T extends SmsTemplate>(
  tx: Tx,
  app: Services,
  messages: readonly Sms<T>[],
): Promise<void> => void (await queueGroup(tx, app, messages.map(outgoing)));

function outgoing<T extends SmsTemplate>(sms: Sms<T>): OutgoingSms {
  // The signature belongs to the provider's setting, which is chosen when the message is sent.
  const template = smsTemplates[sms.template][0].replace("【{sign}】", "");
  const values: Readonly<Record<string, string | number | null | undefined>> = sms.params;
  const params = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): [string, string] => [
    name,
    String(values[name] ?? ""),
  ]);
  const filled = (of: (name: string, value: string) => string) =>
    params.reduce((text, [name, value]) => text.replace(`{${name}}`, () => of(name, value)), template as string);
  return {
    phones: [sms.phone],
    template: sms.template,
    text: filled((_name, value) => value),
    shown: cut(
      filled((name, value) => (secretHoles.has(name) ? "******" : value)),
      500,
    ),
    params,
    messageType: sms.template === "SMS_CODE" ? "1" : "2",
    bizType: sms.bizType ?? null,
    bizId: sms.bizId ?? null,
    ...(sms.minutes !== undefined && { minutes: sms.minutes }),
  };
}

/** What a code is for; a code of one purpose is invalid for any other. */
export type CodePurpose = "register" | "password" | "login" | "phone";

/** Limits the codes that one address may ask for in an hour, for any numbers and purposes. @throws RATE_LIMIT */
export const limitCodeCalls = (app: Services, ip: string): Promise<void> => limitRate(app, "code", ip, 20, 60);

/**
 * Sends a six-digit code of `sms.code.minutes` minutes.
 * @param known whether anybody has this number; an unknown one counts the same and gets no message, so that answers do not reveal who has an account
 * @throws SMS_LIMIT beyond the `sms.limit.*` parameters
 */
export async function sendCode(
  tx: Tx,
  app: Services,
  purpose: CodePurpose,
  phone: string,
  known = true,
): Promise<void> {
  await limitCodes(tx, app, [phone]);
  const minutes = await parameter(tx, "sms.code.minutes");
  if (!known) return countCode(tx, app, phone);
  const phoneHash = app.cipher.hash(phone);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await sql`insert into verification_code (purpose, phone_hash, code_hash, expire_time)
    values (${purpose}, ${phoneHash}, ${app.cipher.hash(`${phoneHash}${code}`)}, now() + make_interval(mins => ${minutes}))`.execute(
    tx,
  );
  await sendSms(tx, app, { template: "SMS_CODE", phone, params: { code, minutes }, minutes });
}

/** Limits codes by number: one in `sms.limit.minuteGap`, and the limits by hour and day. Locks the numbers until the transaction ends. @throws SMS_LIMIT */
export async function limitCodes(tx: Tx, app: Services, phones: readonly string[]): Promise<void> {
  const limits = await getParameters(tx, ["sms.limit.minuteGap", "sms.limit.hour", "sms.limit.day"]);
  // Locks, so that of two requests at once the second counts the code of the first; in a fixed order, so that two batches do not deadlock.
  const hashes = phones.map((phone) => app.cipher.hash(phone)).sort();
  for (const hash of hashes) await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 15))`.execute(tx);
  const over = await sql`
    select 1 from verification_code where phone_hash = any(${hashes}) and create_time > now() - interval '1 day' group by phone_hash
    having count(*) filter (where create_time > now() - make_interval(secs => ${limits["sms.limit.minuteGap"]})) > 0
      or count(*) filter (where create_time > now() - interval '1 hour') >= ${limits["sms.limit.hour"]} or count(*) >= ${limits["sms.limit.day"]} limit 1`.execute(
    tx,
  );
  if (over.rows.length > 0) throw new Refusal("SMS_LIMIT");
}

/** Counts a code that cannot be used here: sent by another program, or asked for a number that nobody has. */
export const countCode = async (tx: Tx, app: Services, phone: string): Promise<void> =>
  void (await sql`insert into verification_code (purpose, phone_hash, code_hash, expire_time, used_time) values ('counted', ${app.cipher.hash(phone)}, '', now(), now())`.execute(
    tx,
  ));

/**
 * Checks the latest code of a number and marks it as used. Attempts are counted outside the caller's transaction, so that a rollback does not undo them.
 * @throws CODE_INVALID when it is wrong, used, too old, or after five wrong tries
 */
export async function useCode(tx: Tx, app: Services, purpose: CodePurpose, phone: string, code: string): Promise<void> {
  const phoneHash = app.cipher.hash(phone);
  const tried = await sql<{ id: string; codeHash: string }>`
    update verification_code set tries = tries + 1
    where id = (select id from verification_code where phone_hash = ${phoneHash} and purpose = ${purpose} order by id desc limit 1)
      and used_time is null and expire_time > now() and tries < 5
    returning id, code_hash`.execute(app.db);
  const row = tried.rows[0];
  if (!row || row.codeHash !== app.cipher.hash(`${phoneHash}${code.trim()}`)) throw new Refusal("CODE_INVALID");
  const used =
    await sql`update verification_code set used_time = now() where id = ${row.id} and used_time is null`.execute(tx);
  if (Number(used.numAffectedRows) !== 1) throw new Refusal("CODE_INVALID");
}

/** Who gets a message. Several keys mean several receivers, each with its own row. */
export interface Receivers {
  userIds?: readonly string[];
  /** Every user of an institution, of an enterprise; the person of a student account; an assessor. */
  orgId?: string | null;
  entId?: string | null;
  accountId?: string | null;
  accountIds?: readonly string[];
  assessorId?: string | null;
  role?: RoleAlias | readonly RoleAlias[];
  audience?: Audience;
}

export interface Message {
  to: Receivers;
  /** mail: an answer to the receiver's own matter · message: something to know or do (default) */
  kind?: "mail" | "message";
  title: { zh: string; en: string };
  text: { zh: string; en: string };
  /** Page inside the product, `/class/detail/12`. */
  link?: PageLink;
}

/** Puts a message into the notice popover of its receivers, in the transaction that causes it. */
export async function notify(tx: Tx, message: Message): Promise<void> {
  const targets = getTargets(message.to);
  if (targets.length === 0) return;
  const { title, text } = message;
  const words = {
    kind: message.kind ?? "message",
    titleZh: cut(title.zh, 200),
    titleEn: cut(title.en, 200),
    textZh: cut(text.zh, 1000),
    textEn: cut(text.en, 1000),
    link: message.link ?? null,
  };
  await tx
    .insertInto("message")
    .values(targets.map(([targetKind, target]) => ({ ...words, targetKind, target })))
    .execute();
}

function getTargets(to: Receivers): [kind: string, target: string][] {
  const roles = typeof to.role === "string" ? [to.role] : (to.role ?? []);
  const accounts = [...(to.accountIds ?? []), ...(to.accountId ? [to.accountId] : [])];
  return [
    ...(to.userIds ?? []).map((id): [string, string] => ["user", id]),
    ...(to.orgId ? [["org", to.orgId] as [string, string]] : []),
    ...(to.entId ? [["ent", to.entId] as [string, string]] : []),
    ...accounts.map((id): [string, string] => ["account", id]),
    ...(to.assessorId ? [["assessor", to.assessorId] as [string, string]] : []),
    ...roles.map((role): [string, string] => ["role", role]),
    ...(to.audience ? [["audience", to.audience] as [string, string]] : []),
  ];
}

/** SQL condition: a provider that sends to real phones is in use. */
export const smsIsReady = sql`exists (select from sms_provider where status = '2' and category <> '5' and is_deleted = 0)`;

/** SQL condition: the operational alert is active. */
export const isAlerted = (key: string) =>
  sql`exists (select from operational_alert where alert_key = ${key} and end_time is null)`;
