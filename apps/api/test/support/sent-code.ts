import type { Services } from "../../src/core/foundation/services.ts";

/** The code in the last message to a phone; '' when it has none, null when there was no message. */
export async function codeSentTo(app: Services, phone: string): Promise<string | null> {
  const row = await app.db
    .selectFrom("smsMessage")
    .select("body")
    .where("phoneNumberHash", "=", app.cipher.hash(phone))
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row ? (/验证码(\d{6})/.exec(app.cipher.decrypt(row.body as string))?.[1] ?? "") : null;
}
