import { paymentObjectionCalls } from "@jipei/contract/subsidies/payment-objection.ts";
import { sql } from "kysely";
import type { Desk } from "./desk.ts";
import { openAccount } from "./people.ts";

/** A person who objects to a payment in their name, and the bureau's answer. */
export interface Objection {
  /** Number of the person among the synthetic ones. */
  person: number;
  daysAgo: number;
  reason: string;
  answer?: string;
}

export async function seedObjection(desk: Desk, { person, daysAgo, reason, answer }: Objection): Promise<void> {
  const self = await openAccount(desk, person);
  const { rows } = await sql<{
    id: string;
  }>`select l.id from subsidy_line l join subsidy_application a on a.id = l.apply_id where l.id_number_hash = ${self.idNumberHash} and l.is_deleted = 0 and a.status = 'compile'`.execute(
    desk.tx,
  );
  const { id } = (await desk.as(
    "student",
    self,
    daysAgo,
  )(paymentObjectionCalls.submit, { lineId: rows[0]?.id, reason })) as { id: string };
  if (answer) await desk.as("clerk", {}, daysAgo - 1)(paymentObjectionCalls.answer, { id, answer });
  await sql`update payment_objection set create_time = create_time - make_interval(days => ${daysAgo}), answer_time = answer_time - make_interval(days => ${daysAgo - 1}) where id = ${id}`.execute(
    desk.tx,
  );
}
