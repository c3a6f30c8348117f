import type { Services } from "../src/core/services.ts";

/** The code that the last message to a phone tells; '' when it tells none, null when there was no message. */
export async function codeSentTo(app: Services, phone: string): Promise<string | null> {
  const row = await app.db
    .selectFrom("smsMessage")
    .select("body")
    .where("phoneNumberHash", "=", app.cipher.hash(phone))
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row ? (/验证码(\d{6})/.exec(app.cipher.decrypt(row["body"]))?.[1] ?? "") : null;
}
