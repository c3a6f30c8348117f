import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { updateRows } from "../../core/database/write-rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Passed } from "./certificate-candidates.ts";
import { getBusiness } from "./certificate-side.ts";

/** Why a permit that was renewed is valid no longer. */
const reason = "换发新证";

/** Closes the valid permits of the same kind of people who get a new one. What was claimed for the old ones stands. @returns their ids */
export async function closePermits(tx: Tx, actor: Actor, issued: readonly Passed[]): Promise<string[]> {
  const people = issued.filter(({ certKind }) => certKind === "6");
  if (people.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select h.id from certificate h
      join unnest(${people.map((one) => one.idNumberHash)}::text[], ${people.map((one) => one.occupationCode)}::text[], ${people.map((one) => one.level)}::text[],
        ${people.map((one) => one.courseName)}::text[]) as p (id_number_hash, occupation_code, level, course_name)
        on h.id_number_hash = p.id_number_hash and h.occupation_code = p.occupation_code and h.level = p.level
          and (h.occupation_code <> '0-00-00-00' or h.course_name = p.course_name)
    where h.cert_kind = '6' and h.is_valid = 'isValid' and h.is_deleted = 0 order by h.id for update of h`.execute(tx);
  const closed = await updateRows(
    tx,
    actor,
    Certificate,
    rows.map(({ id }) => id),
    { isValid: "unValid", invalidReason: reason },
  );
  await writeAudit(
    tx,
    actor,
    closed.map((row) => ({
      ...getBusiness(row),
      action: "revoke",
      fromStatus: "isValid",
      toStatus: "unValid",
      opinion: reason,
    })),
  );
  return closed.map(({ id }) => id);
}

/** Writes into closed permits which new one of the same person replaced them. */
export const nameReplacements = async (tx: Tx, closed: readonly string[], issued: readonly string[]): Promise<void> =>
  void (await sql`
    update certificate o set replaced_by = n.id from certificate n
    where o.id = any(${closed}::bigint[]) and n.id = any(${issued}::bigint[]) and n.id_number_hash = o.id_number_hash`.execute(
    tx,
  ));
